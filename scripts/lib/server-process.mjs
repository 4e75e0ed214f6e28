// Starts the server as an operator does, waits until it is ready, and stops it. Used by the server's
// tests, the journeys, the benchmark, the faults and the pictures.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const launch = join(root, 'scripts/launch.mjs');
const READY = /is ready: (http\S+)/;

/**
 * @typedef {object} ProgramOptions
 * @property {string[]} [args]
 * @property {Record<string, string>} [env] Added to PATH, HOST, PORT=0 and LOG_LEVEL=warn; no other variables are
 *   inherited.
 * @property {string} [input] What it reads from its standard input.
 * @property {number} [fileBlocks] How long a file it writes may be, in blocks of 512 bytes, as if the disk were full
 *   then.
 * @property {string} [logFile] A file for standard output, because reading a pipe would cost the benchmark time.
 * @property {boolean} [showErrors] Forwards its standard error instead of collecting it.
 * @property {string[]} [command] What starts the server or command instead, such as `npm start`.
 * @property {string} [cwd] Where that is called.
 * @property {{ uid: number, gid: number }} [account] As which user.
 */

/**
 * A real process, as started by `npm start` or `npm run admin`.
 * @typedef {object} Program
 * @property {import('node:child_process').ChildProcess} child
 * @property {{ stdout: string, stderr: string }} output Everything it has printed so far.
 * @property {Promise<number | NodeJS.Signals>} ended Its exit code, or the signal that ended it.
 * @property {(name: NodeJS.Signals) => void} signal
 */

/**
 * @typedef {Program & {
 *   url: string,
 *   startMs: number,
 *   stop(): Promise<number | NodeJS.Signals>,
 *   kill(): Promise<number | NodeJS.Signals>,
 * }} ServerProcess
 */

/** @type {Set<Program>} */
const running = new Set();
process.once('exit', () => {
  for (const { signal } of running) signal('SIGKILL');
});

/**
 * @param {'start' | 'admin' | 'demo' | 'doctor' | 'backup' | 'restore' | 'export' | 'check'} entry
 * @param {ProgramOptions} options
 * @returns {Program}
 */
export function runProgram(entry, options = {}) {
  const { args = [], fileBlocks, command } = options;
  if (command) return run([...command, ...args], { ...options, group: true });
  const limit = fileBlocks ? ['sh', '-c', `ulimit -f ${fileBlocks}; exec "$0" "$@"`] : [];
  return run([...limit, process.execPath, launch, entry, ...args], options);
}

function run([command, ...args], options) {
  const { env = {}, input = '', logFile, showErrors = false, group = false } = options;
  const { cwd = root, account } = options;
  const stdout = logFile ? openSync(logFile, 'w') : 'pipe';
  const child = spawn(command, args, {
    cwd,
    ...account,
    detached: group,
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['pipe', stdout, showErrors ? 'inherit' : 'pipe'],
  });
  if (logFile) closeSync(stdout);
  child.stdin.end(input);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name]?.setEncoding('utf8').on('data', (text) => {
      output[name] += text;
    });
  }
  const program = {
    child,
    output,
    // Waits until its output is closed: with npm in between, that is when the server itself has ended.
    ended: once(child, 'close').then(([code, signal]) => {
      running.delete(program);
      return code ?? signal;
    }),
    signal: (name) => {
      if (group && child.exitCode === null && child.signalCode === null) {
        process.kill(-child.pid, name);
      } else child.kill(name);
    },
  };
  running.add(program);
  return program;
}

/**
 * Starts the server and waits until it reports that it is ready. `startMs` is the time that took.
 * @param {ProgramOptions} options
 * @returns {Promise<ServerProcess>}
 */
export async function startServer(options = {}) {
  const began = performance.now();
  const program = runProgram('start', options);
  const url = await readAddress(program, options.logFile);
  const end = (name) => {
    program.signal(name);
    return program.ended;
  };
  return {
    ...program,
    url,
    startMs: performance.now() - began,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

async function readAddress({ child, output, ended }, logFile) {
  const end = ended.then((code) => {
    throw new Error(`The server ended with ${code} before it was ready: ${output.stderr}`);
  });
  end.catch(() => {});
  for (;;) {
    const address = READY.exec(logFile ? readFileSync(logFile, 'utf8') : output.stdout)?.[1];
    if (address) return address;
    await Promise.race([end, logFile ? delay(10) : once(child.stdout, 'data')]);
  }
}

/** Stops all running processes at the end of a test file. */
export async function stopAll() {
  for (const { signal, ended } of [...running]) {
    signal('SIGTERM');
    await ended;
  }
}

/**
 * An empty directory for a server's data.
 * @typedef {{ path: string, remove(): Promise<void> }} DataDirectory
 * @returns {Promise<DataDirectory>}
 */
export async function makeDataDirectory() {
  const path = await mkdtemp(join(tmpdir(), 'drawbridge-'));
  // PostgreSQL runs as another user if we are root, and that user must be able to enter this directory.
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
