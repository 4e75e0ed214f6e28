/** The database cannot be used. The message is the one line for the operator. */
export class DatabaseUnavailable extends Error {}
