/** The path of the system's Firefox; undefined where there is none. */
export function findFirefox(): string | undefined;
