/** The paths of all files that a build gets to see. */
export function listContext(root: string): string[];
