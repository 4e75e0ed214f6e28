import { parseArgs } from 'node:util';
import { CommandError, calledAs, callOf, runCommand, UsageError } from '../../core/command.ts';
import { useDatabase } from '../../db/database.ts';
import { createLog } from '../../log.ts';
import {
  describeAdministrator,
  ensureAdministrator,
} from '../../login/auth/first-administrator.ts';
import { readSettings } from '../../settings.ts';
import { fillDatabase } from '../demo/fill.ts';
import { findAnyAdministrator, hasEvents } from '../demo/store.ts';

const PASSWORD = 'drawbridge';

/** Fills an empty database with sample data of an organisation. */
async function main(): Promise<void> {
  const force = readForce();
  const settings = readSettings(process.env);
  const log = createLog('warn');
  const lines = await useDatabase(
    settings,
    log,
    async (db) => {
      if (!force && (await hasEvents(db))) {
        throw new CommandError(
          'This database already has events: add --force to put the demo beside them',
        );
      }
      const administrator = await ensureAdministrator(db, settings);
      const adminId = await findAnyAdministrator(db);
      if (!adminId) {
        const remedy = callOf('admin', 'create', 'NAME');
        throw new CommandError(`There is no administrator: make one with ${remedy}`);
      }
      // As the server does when it starts.
      const { events, leads, volunteers } = await fillDatabase(db, {
        adminId,
        password: PASSWORD,
        now: new Date(),
      });
      return [
        `Added ${events} events, ${leads} leads and ${volunteers.length} volunteers`,
        ...(volunteers.length > 0
          ? [`Volunteers log in as priya, tom, amelie, kwame, sofia or jun; password: ${PASSWORD}`]
          : []),
        ...describeAdministrator(administrator),
        `To look around, start the server: ${callOf('start')}. The handbook is in the app, at /help`,
      ];
    },
    { mayCreate: true },
  );
  process.stdout.write(`${lines.join('\n')}\n`);
}

function readForce(): boolean {
  try {
    return parseArgs({ options: { force: { type: 'boolean', default: false } } }).values.force;
  } catch {
    throw new UsageError(`Usage: ${calledAs} [--force]`);
  }
}

runCommand(main);
