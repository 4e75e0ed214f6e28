// Says in plain lines what is wrong with this machine: `npm run doctor`. The settings are those of the server, from
// the environment. Works before `npm ci`, as far as it can without packages.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importServer, isBuilt } from '../build.mjs';
import * as machine from './machine.mjs';
import { checkPort, isRunningOn } from './ports.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const marks = { ok: '✓', note: '·', problem: '✗' };
const env = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
let problems = 0;

const port = Number(env.PORT ?? 3000);
const host = env.HOST ?? '0.0.0.0';
const dataDir = resolve(root, env.DATA_DIR ?? './data');
const databaseUrl = readDatabaseUrl();
const account = machine.findServerAccount(join(root, 'package.json'));

report(machine.checkNode(process.version, engines.node));
const packages = report(machine.checkPackages(root, { embedded: !databaseUrl }));
// The server itself knows best what its settings may be and what its database needs.
const checks = packages.level === 'ok' ? await importServer('checks') : undefined;
const { settings, findings = [] } = checks?.checkSettings(env) ?? {};
report(...findings);
if (checks) report(machine.checkBuild(isBuilt()));
report(machine.checkOpenFiles(machine.readOpenFilesLimit()));
report(machine.checkDirectory('DATA_DIR', dataDir));
if (env.BACKUP_DIR) {
  report(machine.checkDirectory('BACKUP_DIR', resolve(root, env.BACKUP_DIR), { account }));
}
// Before the check of the database, which starts one if none is running.
const here = databaseUrl ? undefined : isRunningOn(dataDir);
if (settings) report(...(await checks.checkDatabase({ ...settings, dataDir })));
report(await checkPort('PORT', port, host, here));
if (env.HTTP_REDIRECT_PORT) {
  report(await checkPort('HTTP_REDIRECT_PORT', Number(env.HTTP_REDIRECT_PORT), host, here));
}
if (env.METRICS_PORT) {
  const metricsHost = env.METRICS_HOST ?? '127.0.0.1';
  report(await checkPort('METRICS_PORT', Number(env.METRICS_PORT), metricsHost, here));
}
const scheme = env.TLS_CERT_FILE ? 'https' : 'http';
report(await machine.checkAddress(env.PUBLIC_URL, host, port, scheme));
if (settings) report(checks.checkHttps(settings));
report(machine.checkTimeZone(env.BACKUP_DIR));
console.log(
  problems === 0
    ? '\nThis machine is ready'
    : `\n${problems} ${problems === 1 ? 'problem' : 'problems'}`,
);
process.exitCode = problems === 0 ? 0 : 1;

/** Prints findings, and returns the last of them. */
function report(...findings) {
  for (const { level, text } of findings) {
    console.log(`${marks[level]} ${text}`);
    if (level === 'problem') problems += 1;
  }
  return findings.at(-1);
}

function readDatabaseUrl() {
  if (!env.DATABASE_URL_FILE) return env.DATABASE_URL;
  try {
    return readFileSync(env.DATABASE_URL_FILE, 'utf8').trim();
  } catch {
    // The check of the settings says so.
    return env.DATABASE_URL;
  }
}
