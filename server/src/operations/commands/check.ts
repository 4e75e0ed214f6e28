import { CommandError, runCommand } from '../../core/command.ts';
import { useDatabase } from '../../db/database.ts';
import { createLog } from '../../log.ts';
import { readSettings } from '../../settings.ts';
import { checkIntegrity } from '../backup/integrity.ts';

/** Reads the whole database, even while a server runs, and reports whether everything is consistent. */
async function main(): Promise<void> {
  const { checked, problems } = await useDatabase(
    readSettings(process.env),
    createLog('warn'),
    checkIntegrity,
  );
  process.stdout.write(checked.map((line) => `Checked ${line}\n`).join(''));
  if (problems.length > 0) throw new CommandError(problems.join('\n'));
  process.stdout.write('Everything is consistent\n');
}

runCommand(main);
