// Starts the built server with a chain of beacons whose future the journeys know. No setting replaces the public chain,
// so this is an entry script of its own.
import { openDatabase } from '../../server/dist/db/database.js';
import { saveConsentTexts } from '../../server/dist/events/events/consent.js';
import { createLog } from '../../server/dist/log.js';
import { ensureAdministrator } from '../../server/dist/login/auth/first-administrator.js';
import { serve } from '../../server/dist/serve.js';
import { readSettings } from '../../server/dist/settings.js';

const { TEST_CHAIN, ...environment } = process.env;
const settings = readSettings(environment);
const log = createLog(settings.logLevel);
const database = await openDatabase(settings, log, (error) => {
  log.error(error);
  process.exit(1);
});
await ensureAdministrator(database.db, settings);
await saveConsentTexts(database.db);
const server = await serve(database.db, settings, log, { beaconChain: JSON.parse(TEST_CHAIN) });
process.once('SIGTERM', async () => {
  await server.close();
  await database.close();
});
console.log(`The server is ready: http://127.0.0.1:${server.port}`);
