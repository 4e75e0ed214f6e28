/** The element of a page in which the server leaves what the page would ask for first. */
export const FIRST_VIEW_ID = 'first-view';

/** An answer of the API as it stands in a page; that there is no such thing is an answer too. */
export type FirstAnswer = { status: 200; body: unknown } | { status: 404; sentence: string };

/** Each answer under the URL that the page would have read. */
export type FirstView = Record<string, FirstAnswer>;
