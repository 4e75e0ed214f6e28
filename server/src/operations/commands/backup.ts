import { existsSync } from 'node:fs';
import { CommandError, calledAs, readPath, runCommand } from '../../core/command.ts';
import { useDatabase } from '../../db/database.ts';
import { createLog } from '../../log.ts';
import { readSettings } from '../../settings.ts';
import { writeBackup } from '../backup/file.ts';
import { backUpNow } from '../backup/nightly.ts';

/**
 * Writes everything in the database into one file, while the server may be running. Without a name it is a dated
 * file among the nightly backups.
 */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const named = process.argv.length > 2 || settings.backupDir === undefined;
  const file = named
    ? readPath(`Usage: ${calledAs} FILE, or with BACKUP_DIR also without a name`)
    : undefined;
  if (file && existsSync(file)) throw new CommandError(`There is already a file ${file}`);
  const { tables, rows, bytes, path } = await useDatabase(
    settings,
    createLog('warn'),
    async (db) =>
      file
        ? { ...(await writeBackup(db, file, settings.backupPassphrase)), path: file }
        : backUpNow(db, settings, new Date()),
  );
  process.stdout.write(`Wrote ${rows} rows of ${tables} tables to ${path} (${bytes} bytes)\n`);
}

runCommand(main);
