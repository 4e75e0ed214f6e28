import {
  explainFileError,
  isDatabaseUnavailable,
  isFileError,
  UnusableBackup,
  UnusableDatabase,
  UnusableDataDirectory,
} from './db/errors.ts';
import { InvalidSettings } from './settings.ts';
import { describeUnknownSettings } from './unknown-settings.ts';

/** The address or the port is not available. */
export class CannotListen extends Error {
  constructor(cause: unknown) {
    super(typeof cause === 'string' ? cause : `Cannot listen: ${(cause as Error).message}`, {
      cause,
    });
  }
}

/** A worker could not start; the message tells the operator why. */
export class WorkerFailed extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** `EX_CONFIG` of sysexits.h. A restart does not help, so the systemd unit does not try one. */
export const SETTINGS_EXIT_CODE = 78;

/** The exit code of a process that cannot continue. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof WorkerFailed) return error.exitCode;
  const ofSettings = error instanceof InvalidSettings || error instanceof UnusableDataDirectory;
  return ofSettings ? SETTINGS_EXIT_CODE : 1;
}

/**
 * The text for the operator when the process cannot continue: one line if the cause is known. Settings that are invalid
 * may be so because another one is misspelt, which the environment shows.
 */
export function explainFailure(error: unknown, env: NodeJS.ProcessEnv = {}): string {
  if (error instanceof InvalidSettings) {
    return [error.message, ...describeUnknownSettings(env)].join('\n');
  }
  if (
    error instanceof CannotListen ||
    error instanceof UnusableDatabase ||
    error instanceof UnusableBackup ||
    error instanceof WorkerFailed
  ) {
    return error.message;
  }
  if (isFileError(error)) return explainFileError(error);
  if (isDatabaseUnavailable(error)) {
    const { message, code } = error as NodeJS.ErrnoException;
    // A name with several addresses, of which none answers, gives an error without a message.
    const remedy = message.endsWith(', no encryption')
      ? ': add sslmode=require to DATABASE_URL'
      : '';
    return `The database cannot be reached: ${message || code}${remedy}`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
