// Creates the package and uses it as people do: `npm run pack:try`. It runs by npx in an empty folder, then installed
// where its account cannot write. Platform-specific packages need npm's registry or its cache.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readManifest } from '../lib/machine.mjs';
import { makeDataDirectory, runProgram, startServer, stopAll } from '../lib/server-process.mjs';
import { expectKept, PASSWORD, useServer } from '../lib/smoke.mjs';
import { root } from './stage.mjs';

const NOBODY = { uid: 65_534, gid: 65_534 };

await import('./run.mjs');
if (process.exitCode) process.exit();
const file = `drawbridge-raffle-${readManifest().version}.tgz`;
const { path: place, remove } = await makeDataDirectory();
// The programs of the Node.js that runs this script.
const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
// The environment without the variables of this `npm run`, but with the machine's own proxy and certificates for the
// registry.
const machine = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD)/i.test(name));
const env = {
  HOME: place,
  ...Object.fromEntries(machine),
  PATH,
  ADMIN_PASSWORD: PASSWORD,
  npm_config_update_notifier: 'false',
};
try {
  console.log(`Node.js ${process.version}, npm ${npm('--version').trim()}`);
  await tryNpx();
  await tryInstalled();
} finally {
  await stopAll();
  if (existsSync(join(place, 'prefix'))) setWritable(join(place, 'prefix'), true);
  await remove();
}

/**
 * Runs npx in a folder with a space in its name, which gets the data; then Ctrl-C, and a second start without a
 * network.
 */
async function tryNpx() {
  const cwd = join(place, 'an empty folder');
  mkdirSync(cwd);
  copyFileSync(join(root, file), join(cwd, file));
  const command = ['npx', '--yes', `./${file}`, 'start'];
  const first = await startServer({ command, cwd, env, showErrors: true });
  console.log(`npx ./${file} start: ready after ${seconds(first.startMs)}`);
  const entered = await useServer(first.url);
  await pressControlC(first, cwd);
  const offline = { ...env, npm_config_offline: 'true' };
  const second = await startServer({ command, cwd, env: offline, showErrors: true });
  console.log(`The same without a network: ready after ${seconds(second.startMs)}`);
  await expectKept(second.url, entered);
  await pressControlC(second, cwd);
}

/** Sends the signal to npm, the shell and the server alike, as a terminal does. */
async function pressControlC(server, cwd) {
  server.signal('SIGINT');
  await server.ended;
  if (existsSync(join(cwd, 'drawbridge-data/postgres/postmaster.pid'))) {
    throw new Error('PostgreSQL was left behind');
  }
}

/** Installs for the whole machine, and runs every command by an account that can write in its own folder only. */
async function tryInstalled() {
  const prefix = join(place, 'prefix');
  npm('install', '--global', '--prefix', prefix, join(root, file));
  setWritable(prefix, false);
  const cwd = join(place, 'home');
  mkdirSync(cwd);
  chmodSync(cwd, 0o777);
  const account = process.getuid?.() === 0 ? NOBODY : undefined;
  const options = { cwd, env: { ...env, HOME: cwd }, ...(account && { account }) };
  const program = join(prefix, 'bin/drawbridge');
  const run = async (...args) => {
    const { output, ended } = runProgram('', { ...options, command: [program, ...args] });
    const code = await ended;
    console.log(`drawbridge ${args.join(' ')}: ${code}`);
    return { code, output: output.stdout + output.stderr };
  };
  const expect = async (words, ...args) => {
    const { code, output } = await run(...args);
    if (code !== 0 || !output.includes(words)) throw new Error(output);
  };
  await expect('drawbridge restore FILE', '--help');
  const refused = await run('start', '--port', '4610');
  if (refused.code !== 2 || existsSync(join(cwd, 'drawbridge-data')))
    throw new Error(refused.output);
  await expect('events', 'demo');
  const server = await startServer({ ...options, command: [program, 'start'], showErrors: true });
  console.log(`drawbridge start: ready after ${seconds(server.startMs)}`);
  const { eventId } = await useServer(server.url);
  await expect('Password', 'admin', 'create', 'second');
  await expect('Wrote', 'backup', 'all.tar.gz');
  await expect('consistent', 'check');
  await expect('✓ 1', 'verify', `${server.url}/event/${eventId}`);
  await expect('Wrote everything', 'export', 'everything.tar.gz');
  await expect('✓ The database', 'doctor');
  await server.stop();
  rmSync(join(cwd, 'drawbridge-data'), { recursive: true });
  await expect('Restored', 'restore', 'all.tar.gz');
  await expect('consistent', 'check');
}

function npm(...args) {
  return execFileSync('npm', args, { env: { ...process.env, PATH }, encoding: 'utf8' });
}

function setWritable(directory, writable) {
  execFileSync('chmod', ['-R', writable ? 'u+w' : 'a-w,a+rX', directory]);
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
