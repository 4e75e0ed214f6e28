import { DatabaseUnavailable } from './db/embedded.ts';
import { isDatabaseAway } from './db/errors.ts';
import { MigrationRefused } from './db/migrate.ts';
import { UnfitDatabase } from './db/requirements.ts';
import { BadSettings } from './settings.ts';

/** The address or the port is not to be had. */
export class CannotListen extends Error {
  constructor(cause: unknown) {
    super(`Cannot listen: ${(cause as Error).message}`, { cause });
  }
}

/** A worker could not begin; its message is what the operator is told. */
export class WorkerFailed extends Error {}

/** What the operator is told when a command cannot go on: one line where the cause is known. */
export function explainFailure(error: unknown): string {
  if (
    error instanceof BadSettings ||
    error instanceof CannotListen ||
    error instanceof DatabaseUnavailable ||
    error instanceof MigrationRefused ||
    error instanceof UnfitDatabase ||
    error instanceof WorkerFailed
  ) {
    return error.message;
  }
  if (isDatabaseAway(error)) {
    return `The database cannot be reached: ${(error as Error).message}`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
