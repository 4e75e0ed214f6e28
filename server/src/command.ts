import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Problem } from './errors.ts';
import { exitCodeOf, explainFailure } from './failure.ts';

/** What was typed to call this command, without its arguments. */
export const calledAs = process.env.CALLED_AS ?? `node ${process.argv[1]}`;

/** The command cannot do what it was asked to; only the message is printed. */
export class CommandError extends Error {}

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
      process.exit(exitCodeOf(error));
    },
  );
}

/** The only argument of a command besides its flags: a file, relative to where the command was called. */
export function readPath(usage: string, ...flags: string[]): string {
  try {
    const options = Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }]));
    const { positionals } = parseArgs({ allowPositionals: true, options });
    // npm runs scripts in the project's directory, and passes the one in which it was called.
    const [path, ...rest] = positionals;
    if (path && rest.length === 0) return resolve(process.env.INIT_CWD ?? '.', path);
  } catch {
    // Unknown options end in the usage message below.
  }
  throw new CommandError(usage);
}
