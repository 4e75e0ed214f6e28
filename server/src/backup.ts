import { existsSync } from 'node:fs';
import { writeBackup } from './backup/file.ts';
import { CommandError, readPath, runCommand } from './command.ts';
import { useDatabase } from './db/database.ts';
import { createLog } from './log.ts';
import { readSettings } from './settings.ts';

/** Writes everything in the database into one file, while the server may be running. */
async function main(): Promise<void> {
  const path = readPath('Usage: npm run backup -- FILE');
  if (existsSync(path)) throw new CommandError(`There is already a file ${path}`);
  const settings = readSettings(process.env);
  const { tables, rows, bytes } = await useDatabase(settings, createLog('warn'), (db) =>
    writeBackup(db, path, settings.backupPassphrase),
  );
  process.stdout.write(`Wrote ${rows} rows of ${tables} tables to ${path} (${bytes} bytes)\n`);
}

runCommand(main);
