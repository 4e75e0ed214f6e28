import { existsSync } from 'node:fs';
import { CommandError, calledAs, readPath, runCommand } from '../../core/command.ts';
import { useDatabase } from '../../db/database.ts';
import { createLog } from '../../log.ts';
import { readSettings } from '../../settings.ts';
import { writeWhole } from '../backup/file.ts';
import { exportEverything } from '../export/export.ts';

/** Writes everything that people entered or that happened as CSV and JSON, while the server may be running. */
async function main(): Promise<void> {
  const path = readPath(`Usage: ${calledAs} FILE.tar.gz`);
  if (existsSync(path)) throw new CommandError(`There is already a file ${path}`);
  const bytes = await useDatabase(readSettings(process.env), createLog('warn'), (db) =>
    writeWhole(path, exportEverything(db)),
  );
  process.stdout.write(`Wrote everything to ${path} (${bytes} bytes). Begin with its README.txt\n`);
}

runCommand(main);
