// Turns a tree into a released version: checks it, sets the version everywhere, dates the changelog, commits
// and tags. Nothing is pushed: `npm run release -- VERSION [--skip-tests]`.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const PACKAGES = ['contract', 'server', 'web'];
/** Other places of the version, and the words before it in brackets. */
const MENTIONS = {
  'compose.yaml': /(\/drawbridge:)\d+\.\d+\.\d+/g,
  Dockerfile: /(image\.version=")\d+\.\d+\.\d+/g,
};

/** A release that cannot be made; the message is one line for the maintainer. */
export class Refused extends Error {}

/**
 * @param {string} root
 * @param {string} version
 * @param {string} today
 * @param {() => void} [test]
 */
export function release(root, version, today, test) {
  checkVersion(root, version);
  checkTree(root, version);
  const changelog = dateChangelog(read(root, 'CHANGELOG.md'), version, today);
  const before = git(root, ['rev-parse', 'HEAD']);
  try {
    write(root, version, changelog);
    git(root, ['add', '--all']);
    git(root, ['commit', '--quiet', '--message', `Release ${version}`]);
    // The tests run on exactly the commit that gets the tag.
    test?.();
    git(root, ['tag', '--annotate', `v${version}`, '--message', `Drawbridge ${version}`]);
  } catch (error) {
    // The tree was clean, so no work is lost. Files that git ignores, such as the build, stay.
    git(root, ['reset', '--quiet', '--hard', before]);
    git(root, ['clean', '--quiet', '--force', '-d']);
    if (error instanceof Refused) error.message += '\nNothing was released, and all is as before';
    throw error;
  }
}

function write(root, version, changelog) {
  writeFileSync(join(root, 'CHANGELOG.md'), changelog);
  for (const path of ['package.json', ...PACKAGES.map((name) => `${name}/package.json`)]) {
    changeJson(root, path, (manifest) => setVersion(manifest, version));
  }
  changeJson(root, 'package-lock.json', (lock) => {
    lock.version = version;
    for (const name of ['', ...PACKAGES]) setVersion(lock.packages[name], version);
  });
  for (const [path, pattern] of Object.entries(MENTIONS)) {
    const text = read(root, path).replaceAll(pattern, `$1${version}`);
    writeFileSync(join(root, path), text);
  }
}

function checkVersion(root, version) {
  if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version ?? '')) {
    throw new Refused('Usage: npm run release -- VERSION [--skip-tests], such as 1.2.0');
  }
  const current = JSON.parse(read(root, 'package.json')).version;
  if (version.localeCompare(current, 'en', { numeric: true }) < 0)
    throw new Refused(`${version} is older than ${current}`);
}

function checkTree(root, version) {
  const branch = git(root, ['rev-parse', '--abbrev-ref', 'HEAD']);
  if (branch !== 'main') throw new Refused(`Releases are made on main, not on ${branch}`);
  if (git(root, ['status', '--porcelain']) !== '') {
    throw new Refused('There are changes that are not committed');
  }
  if (git(root, ['tag', '--list', `v${version}`]) !== '') {
    throw new Refused(`${version} has been released already`);
  }
}

/** Gives the section of unreleased changes its version and day. */
function dateChangelog(text, version, today) {
  const [, section = ''] = /^## Unreleased\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(text) ?? [];
  if (!/^- /m.test(section)) {
    throw new Refused('CHANGELOG.md has no section "Unreleased" with at least one line');
  }
  return text.replace(/^## Unreleased$/m, `## ${version} (${today})`);
}

/** The packages of this repository refer to each other by their exact version. */
function setVersion(manifest, version) {
  manifest.version = version;
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    if (name.startsWith('@drawbridge/')) manifest.dependencies[name] = version;
  }
}

function changeJson(root, path, change) {
  const value = JSON.parse(read(root, path));
  change(value);
  writeFileSync(join(root, path), `${JSON.stringify(value, null, 2)}\n`);
}

function read(root, path) {
  return readFileSync(join(root, path), 'utf8');
}

function git(root, args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Refused(`git ${args[0]}: ${stderr.trim()}`);
  return stdout.trim();
}

function npm(...args) {
  const env = { ...process.env, THOROUGH: '1' };
  const { status } = spawnSync('npm', args, { cwd: ours, env, stdio: 'inherit' });
  if (status !== 0) throw new Refused(`npm ${args.join(' ')} fails`);
}

const ours = fileURLToPath(new URL('..', import.meta.url));
const [, program = '', wanted, ...options] = process.argv;
if (import.meta.url === pathToFileURL(program).href) {
  const test = () => {
    npm('run', 'lint:languages');
    npm('test');
    npm('run', 'pack:try');
  };
  try {
    const today = new Date().toISOString().slice(0, 10);
    release(ours, wanted, today, options.includes('--skip-tests') ? undefined : test);
    console.log(`Released ${wanted}. Publish it with: git push --follow-tags`);
    npm('run', 'pack');
    console.log(`and put drawbridge-raffle-${wanted}.tgz beside the tag's notes`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
