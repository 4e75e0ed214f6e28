import { Problem } from './errors.ts';
import { explainFailure } from './failure.ts';

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
      process.exit(1);
    },
  );
}
