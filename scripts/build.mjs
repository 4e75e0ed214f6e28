// Builds the three packages, and only when something has changed since the last build.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chapters } from './handbook/chapters.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'web/dist/.built');
const lock = join(root, 'node_modules/.drawbridge-build');
const LOCK_RETRY_MS = 200;
export const TSC = ['typescript', 'bin/tsc'];
export const VITE = ['vite', 'bin/vite.js'];
const outputs = ['contract/dist', 'server/dist', 'web/dist'].map((path) => join(root, path));
const inputs = [
  'scripts/build.mjs',
  'scripts/compress-assets.mjs',
  'scripts/sentences.mjs',
  'scripts/handbook',
  'scripts/pack/licences.mjs',
  'docs/pictures',
  ...Object.values(chapters),
  'package-lock.json',
  'tsconfig.base.json',
  'contract/package.json',
  'contract/src',
  'contract/tsconfig.json',
  'server/package.json',
  'server/src',
  'server/tsconfig.json',
  'web/index.html',
  'web/language-parts.ts',
  'web/licences.ts',
  'web/package.json',
  'web/public',
  'web/service-worker/service-worker.ts',
  'web/service-worker/vite.config.ts',
  'web/src',
  'web/tsconfig.json',
  'web/vite.config.ts',
];

/** Builds the outdated packages. `check` may end the process before. */
export async function ensureBuilt(check = () => {}) {
  if (isBuilt()) return;
  requireWritable();
  await alone(async () => {
    // A process that had to wait may find everything built.
    if (isBuilt()) return;
    check();
    await buildAll();
  });
}

export async function build() {
  requireWritable();
  await alone(buildAll);
}

/** Runs a build while no other build runs in this directory: each begins by deleting the outputs. */
async function alone(work) {
  for (let waited = false; !takeLock(); waited = true) {
    if (!waited) process.stderr.write('Waiting for another build …\n');
    await delay(LOCK_RETRY_MS);
  }
  const unlock = () => rmSync(lock, { force: true });
  // A build that fails ends the process.
  process.once('exit', unlock);
  await work();
  process.off('exit', unlock);
  unlock();
}

/** Takes the lock, which contains the id of its process, so that a killed process blocks nobody. */
function takeLock() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    // The lock may have been removed already, or not have been written to yet.
    const holder = existsSync(lock) && Number(readFileSync(lock, 'utf8'));
    if (holder && !isRunning(holder)) rmSync(lock, { force: true });
    return false;
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function buildAll() {
  // Standard output belongs to the program that is started after the build.
  process.stderr.write('Building, about a minute …\n');
  // The stamp has the time when the build began, so that a file saved during the build is built next time.
  const began = new Date();
  // Builds from scratch, so that neither stale build information nor output of deleted files remains.
  for (const output of outputs) rmSync(output, { recursive: true, force: true });
  // Several checkers would each compute the types of the table of calls, which takes twice the time.
  await run(TSC, ['-b', 'tsconfig.build.json', '--checkers', '1']);
  copyServerData();
  writeCommit();
  await run(VITE, ['build', '--logLevel', 'warn'], 'web');
  // The service worker is built last, because it lists the files of the app.
  await run(VITE, ['build', '--logLevel', 'warn'], 'web/service-worker');
  // Loaded only for a build: most starts have nothing to build.
  const { writeHandbook } = await import('./handbook/write-pages.mjs');
  const { compressAssets } = await import('./compress-assets.mjs');
  const { appendServerLicences } = await import('./pack/licences.mjs');
  writeHandbook(join(root, 'web/dist'));
  appendServerLicences(join(root, 'web/dist/licences.txt'));
  await Promise.all([
    compressAssets(join(root, 'web/dist')),
    // The public pages are built once more for the server, which renders them.
    run(VITE, ['build', '--ssr', 'src/render-page.tsx', '--logLevel', 'error'], 'web'),
  ]);
  writeFileSync(stamp, '');
  utimesSync(stamp, began, began);
}

/** Builds only the contract, for scripts that need neither the server nor the web app. */
export async function ensureContractBuilt() {
  if (isBuilt()) return;
  await alone(() => run(TSC, ['-b', 'contract']));
}

/** Copies migrations and lists, which the compiled server reads from its own directory. */
function copyServerData() {
  cpSync(join(root, 'server/src'), join(root, 'server/dist'), {
    recursive: true,
    filter: (path) =>
      statSync(path).isDirectory() ? basename(path) !== 'test' : /\.(sql|gz)$/.test(path),
  });
}

/** Writes the commit, from which a server reports its build; there is no commit outside a clone. */
function writeCommit() {
  const args = ['describe', '--always', '--dirty', '--exclude=*', '--abbrev=10'];
  const { status, stdout } = spawnSync('git', args, { cwd: root });
  if (status === 0) writeFileSync(join(root, 'server/dist/commit'), stdout);
}

/** Exits with one line, before anything is removed, if this account may not build. */
function requireWritable() {
  for (const path of outputs.flatMap((output) => [dirname(output), output]).filter(existsSync)) {
    try {
      accessSync(path, constants.W_OK);
    } catch {
      console.error(
        `This account cannot write the build to ${path}: run npm run build as its owner`,
      );
      process.exit(1);
    }
  }
}

/** Imports a module of the server, from its sources if the build is out of date. */
export async function importServer(name) {
  if (isBuilt()) return import(new URL(`../server/dist/${name}.js`, import.meta.url).href);
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(root, `server/src/${name}.ts`), {
    root,
    configFile: false,
    logLevel: 'silent',
    // The contract is also loaded from its sources.
    environments: { inline: { resolve: { conditions: ['source'] } } },
  });
  return module;
}

/** True in a clone: a package is built and has no sources. */
export function hasSources() {
  return existsSync(join(root, 'server/src'));
}

export function isBuilt() {
  if (!hasSources()) return true;
  if (!existsSync(join(root, 'server/dist/main.js'))) return false;
  return isNewerThan(inputs);
}

/** True if the pages match their sources, whatever the state of the server. */
export const areWebPagesBuilt = () =>
  isNewerThan(inputs.filter((input) => !input.startsWith('server/')));

function isNewerThan(sources) {
  if (!existsSync(stamp)) return false;
  const builtAt = statSync(stamp).mtimeMs;
  return sources.every((source) => newestIn(join(root, source)) <= builtAt);
}

const isTestFile = (name) => name === 'test' || /\.test\.\w+$/.test(name);

function newestIn(path) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry) return 0;
  if (!entry.isDirectory()) return entry.mtimeMs;
  const names = readdirSync(path).filter((name) => !isTestFile(name));
  // The directory's modification time shows that files were removed.
  return Math.max(entry.mtimeMs, ...names.map((name) => newestIn(join(path, name))));
}

/** The path of a tool's program. It is resolved on demand, because a package has no tools. */
export function findTool([name, bin]) {
  return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), bin);
}

/** Runs a tool. The caller's environment must not affect the build: Playwright's would build React for development. */
async function run(tool, args, folder = '') {
  const options = { cwd: join(root, folder), env: { ...process.env, NODE_ENV: 'production' } };
  const command = [findTool(tool), ...args];
  const child = spawn(process.execPath, command, { ...options, stdio: 'inherit' });
  const [status] = await once(child, 'exit');
  if (status !== 0) process.exit(status ?? 1);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await build();
