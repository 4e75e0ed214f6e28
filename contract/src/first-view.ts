/** The id of the element in which the server puts the answers to a page's first requests. */
export const FIRST_VIEW_ID = 'first-view';

/** An answer of the API embedded in a page; 'not found' is an answer too. */
export type FirstAnswer = { status: 200; body: unknown } | { status: 404; sentence: string };

/** The answers by the URLs that the page would have requested. */
export type FirstView = Record<string, FirstAnswer>;
