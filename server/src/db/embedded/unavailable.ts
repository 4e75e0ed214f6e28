/** The database cannot be used. The message is one line for the operator. */
export class DatabaseUnavailable extends Error {}
