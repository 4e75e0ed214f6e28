import { calledAs, readPath, runCommand } from '../../core/command.ts';
import { useDatabase } from '../../db/database.ts';
import { createLog } from '../../log.ts';
import { readSettings } from '../../settings.ts';
import { checkBackup, restoreBackup } from '../backup/file.ts';

/** Loads a backup into an empty database, and migrates it to this version. */
async function main(): Promise<void> {
  const path = readPath(`Usage: ${calledAs} FILE [--plain]`, 'plain');
  const settings = readSettings(process.env);
  const plain = process.argv.includes('--plain');
  const passphrase = plain ? undefined : settings.backupPassphrase;
  // A missing file or one that is not a backup should not create a database.
  await checkBackup(path, passphrase);
  const { tables, rows } = await useDatabase(
    settings,
    createLog('warn'),
    (db) => restoreBackup(db, path, passphrase),
    { mayCreate: true, migrate: false },
  );
  process.stdout.write(`Restored ${rows} rows of ${tables} tables from ${path}\n`);
}

runCommand(main);
