import {
  explainFileError,
  isDatabaseUnavailable,
  isFileError,
  UnusableBackup,
  UnusableDatabase,
  UnusableDataDirectory,
} from '../db/errors.ts';
import { InvalidSettings, readSettings } from '../settings.ts';

/** The server cannot listen: the address or the port is not available. */
export class CannotListen extends Error {
  constructor(cause: unknown) {
    super(typeof cause === 'string' ? cause : `Cannot listen: ${(cause as Error).message}`, {
      cause,
    });
  }
}

/** `EX_CONFIG` of sysexits.h. A restart does not help, so the systemd unit does not try one. */
export const SETTINGS_EXIT_CODE = 78;

/** The exit code of a process that cannot continue. */
export function exitCodeOf(error: unknown): number {
  const isSettingsError =
    error instanceof InvalidSettings || error instanceof UnusableDataDirectory;
  return isSettingsError ? SETTINGS_EXIT_CODE : 1;
}

/**
 * The reason why a server with this environment would not start. It is checked before a build, which would be in vain.
 */
export function findRefusal(
  env: NodeJS.ProcessEnv,
): { sentence: string; exitCode: number } | undefined {
  try {
    readSettings(env);
    return undefined;
  } catch (error) {
    return { sentence: explainFailure(error), exitCode: exitCodeOf(error) };
  }
}

/** The text for the operator when the process cannot continue: one line if the cause is known. */
export function explainFailure(error: unknown): string {
  if (
    error instanceof InvalidSettings ||
    error instanceof CannotListen ||
    error instanceof UnusableDatabase ||
    error instanceof UnusableBackup
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
