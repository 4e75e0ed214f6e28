import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Problem } from '../errors.ts';
import { exitCodeOf, explainFailure } from './failure.ts';

const { CALLED_AS } = process.env;

/** The command as it was typed, without its arguments. */
export const calledAs = CALLED_AS ?? `node ${process.argv[1]}`;

/** The way to call another command here: `npm run admin -- passwd admin`. */
export function callOf(command: string, ...args: string[]): string {
  const call = CALLED_AS
    ? CALLED_AS.replace(/\S+( --)?$/, `${command}$1`)
    : `node ${join(dirname(process.argv[1] ?? ''), `${command === 'start' ? 'main' : command}.js`)}`;
  return args.length > 0 ? [call, ...args].join(' ') : call.replace(/ --$/, '');
}

/** The command cannot do its task; only the message is printed. */
export class CommandError extends Error {}

/** The command was called wrongly; the message shows its usage. */
export class UsageError extends CommandError {}

const USAGE_EXIT_CODE = 2;

/** Runs a command-line program and ends the process with its exit code. */
export function runCommand(command: () => Promise<void>): void {
  command().then(
    () => process.exit(0),
    (error) => {
      const text =
        error instanceof CommandError || error instanceof Problem
          ? error.message
          : explainFailure(error);
      process.stderr.write(`${text}\n`);
      process.exit(error instanceof UsageError ? USAGE_EXIT_CODE : exitCodeOf(error));
    },
  );
}

/** The only argument of a command besides its flags: a file, relative to where the command was called. */
export function readPath(usage: string, ...flags: string[]): string {
  try {
    const options = Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }]));
    const { positionals } = parseArgs({ allowPositionals: true, options });
    // npm runs scripts in the project's directory, and passes the caller's directory.
    const [path, ...rest] = positionals;
    if (path && rest.length === 0) return resolve(process.env.INIT_CWD ?? '.', path);
  } catch {
    // Unknown options lead to the usage message below.
  }
  throw new UsageError(usage);
}
