// Tries the workflows of deploy/n8n in a real n8n with PostgreSQL: `npm run n8n`, or `npm run n8n -- PATH/TO/n8n` for
// one that is installed. A lead is added through n8n, and n8n passes on the lead and the winner.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureBuilt } from './build.mjs';
import { call, logIn, send } from './lib/api.mjs';
import { makeDataDirectory, startServer, stopAll } from './lib/server-process.mjs';
import { ACCOUNT, drawWinner, freePort, PASSWORD } from './lib/smoke.mjs';

const [n8n, ...first] = process.argv[2] ? [process.argv[2]] : ['npx', '--yes', 'n8n@1.123.81'];
const READY_MS = 180_000;
const MESSAGE_MS = 60_000;

await ensureBuilt();
const { startEmbedded } = await import('../server/dist/db/embedded/embedded.js');
const { path: place, remove } = await makeDataDirectory();
const database = await startEmbedded({
  dataDir: join(place, 'n8n-data'),
  log: { info() {}, warn() {} },
});
const received = [];
const sink = createServer(async (request, response) => {
  received.push(JSON.parse(Buffer.concat(await request.toArray())));
  response.end('{}');
}).listen(0, '127.0.0.1');
await once(sink, 'listening');
const port = await freePort();
const n8nUrl = `http://127.0.0.1:${port}`;
let running;
try {
  await tryWorkflows();
  console.log('n8n added a lead, and passed on the lead and the winner');
} finally {
  running?.kill();
  await running?.ended;
  sink.close();
  await stopAll();
  await database.stop();
  await remove();
}

async function tryWorkflows() {
  const { url } = await startServer({
    env: { DATA_DIR: join(place, 'data'), ADMIN_PASSWORD: PASSWORD, WEBHOOKS_TO_PRIVATE: 'on' },
  });
  const { token } = await logIn(url, ACCOUNT);
  const admin = (method, path, body) => call(url, method, path, { token, body });
  const event = await admin('POST', '/api/events', {
    ...{ name: 'n8n Fair', date: '2030-01-31', location: 'Hall 7', status: 'active' },
  });
  const { secret } = await admin('POST', '/api/tokens', {
    ...{ name: 'n8n', scopes: ['leads:write'], currentPassword: PASSWORD },
  });
  const subscribe = (path, kind) =>
    admin('POST', '/api/webhooks', {
      ...{ url: `${n8nUrl}/webhook/${path}`, kinds: [kind], currentPassword: PASSWORD },
    });
  const winner = await subscribe('drawbridge-winner', 'winner.drawn');
  const lead = await subscribe('drawbridge-lead', 'lead.created');
  await startN8n(secret, {
    'winner-to-chat.json': { 'whsec_…': winner.secret },
    'lead-to-spreadsheet.json': { 'whsec_…': lead.secret },
    'add-lead.json': { 'https://YOUR.NAME': url, '<event>': event.id },
  });

  const contact = { name: 'Rosa Field', phone: '07700 900123', email: 'rosa@example.org' };
  await call(n8nUrl, 'POST', '/webhook/add-lead', { body: contact });
  const { id, name } = await nextMessage();
  const stored = await admin('GET', `/api/leads?eventId=${event.id}`);
  expect([id, name], [stored[0].id, contact.name]);
  await drawWinner(url, token, event.id, id);
  expect(await nextMessage(), { text: ':tada: Rosa Field has won the draw' });
  const forged = await send(n8nUrl, 'POST', '/webhook/drawbridge-winner', {
    body: { type: 'winner.drawn', data: { name: 'Mallory' } },
  });
  expect([forged.status, received.length], [500, 0]);
}

/** Imports the workflows, with the words of each replaced, and starts n8n. */
async function startN8n(token, replacements) {
  const { host, port: databasePort, database: name, user, password } = database.connection;
  const env = {
    ...{ PATH: process.env.PATH, HOME: place, N8N_USER_FOLDER: place, N8N_PORT: String(port) },
    ...{ N8N_LISTEN_ADDRESS: '127.0.0.1', N8N_DIAGNOSTICS_ENABLED: 'false' },
    // The other engine has no binary for Node.js 20.
    N8N_EXPRESSION_ENGINE: 'legacy',
    ...{ N8N_VERSION_NOTIFICATIONS_ENABLED: 'false', N8N_TEMPLATES_ENABLED: 'false' },
    ...{ NODE_FUNCTION_ALLOW_BUILTIN: 'crypto', N8N_ENCRYPTION_KEY: 'n8n-trial' },
    ...{ DB_TYPE: 'postgresdb', DB_POSTGRESDB_HOST: host, DB_POSTGRESDB_DATABASE: name },
    ...{ DB_POSTGRESDB_PORT: String(databasePort), DB_POSTGRESDB_USER: user },
    ...(password && { DB_POSTGRESDB_PASSWORD: password }),
  };
  const run = (...args) => {
    const { status } = spawnSync(n8n, [...first, ...args], { env, stdio: 'inherit' });
    if (status !== 0) throw new Error(`n8n ${args.join(' ')}: ${status}`);
  };
  const credentials = join(place, 'credentials.json');
  const bearer = { id: 'drawbridge', name: 'Drawbridge', type: 'httpBearerAuth', data: { token } };
  writeFileSync(credentials, JSON.stringify([bearer]));
  run('import:credentials', `--input=${credentials}`);
  const folder = new URL('../deploy/n8n/', import.meta.url);
  const target = `http://127.0.0.1:${sink.address().port}`;
  for (const file of readdirSync(folder).filter((one) => one.endsWith('.json'))) {
    let text = readFileSync(new URL(file, folder), 'utf8');
    const words = { ...replacements[file], 'https://hooks.slack.com/services/…': target };
    words['https://script.google.com/macros/s/…/exec'] = target;
    for (const [from, to] of Object.entries(words)) text = text.replaceAll(from, to);
    writeFileSync(join(place, file), text);
    run('import:workflow', `--input=${join(place, file)}`);
  }
  run('update:workflow', '--all', '--active=true');
  running = spawn(n8n, [...first, 'start'], { env, stdio: 'inherit' });
  running.ended = once(running, 'exit');
  await until(READY_MS, async () => {
    if (running.exitCode !== null) throw new Error('n8n did not start');
    const answer = await send(n8nUrl, 'GET', '/webhook/add-lead').catch(() => undefined);
    // Only an active workflow knows that this path is for POST.
    return answer?.text.includes('POST');
  });
}

async function nextMessage() {
  await until(MESSAGE_MS, () => received.length > 0);
  return received.shift();
}

async function until(ms, isDone) {
  for (const deadline = Date.now() + ms; !(await isDone()); await delay(200)) {
    if (Date.now() > deadline) throw new Error(`Nothing after ${ms / 1000} s`);
  }
}

function expect(found, wanted) {
  if (JSON.stringify(found) === JSON.stringify(wanted)) return;
  throw new Error(`${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
}
