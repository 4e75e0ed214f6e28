// Assembles the npm package: the files needed at run time, without their sources.
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LICENCE, listServerPackages } from './licences.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const PROGRAM = 'scripts/launch.mjs';
/** The path at which the server finds the contract like any other package. */
const CONTRACT = 'node_modules/@drawbridge/contract';

const contents = [
  ...['LICENSE', 'server/dist', 'web/dist', 'deploy'],
  ...[PROGRAM, 'scripts/commands.mjs', 'scripts/verify.mjs'],
  ...['scripts/build.mjs', 'scripts/handbook/chapters.mjs', 'scripts/lib/machine.mjs'],
];
const documents = ['README.md', 'CHANGELOG.md'];
const contractContents = ['package.json', 'dist', 'src/languages', 'src/calls/examples.json'];

/** Files that only compilers, debuggers and the packages' developers read. Licences stay. */
const developerFiles =
  /\.([cm]?ts|map|tsbuildinfo|sh|(test|spec)\.[cm]?js)$|^\.(?!vite)|^(readme|changelog|history|contributing|security)\b.*\.md$|^makefile$/i;
const README = /^readme\b/i;
/**
 * Folders to leave out. A package's own packages are in the list too; nobody runs its tests, and only bundlers read the
 * other builds.
 */
const leftOut =
  /^(node_modules|tests?|docs|examples?|benchmarks?|source|browser|react-native|umd|es2015|esm5|esm2015|integration|\.(?!vite$|ssr$).*)$/;

/** Writes the package into an empty directory. Everything has to be installed and built. */
export function stagePackage(directory) {
  const copy = (from, to = from) =>
    cpSync(join(root, from), join(directory, to), {
      recursive: true,
      filter: (path) =>
        statSync(path).isDirectory()
          ? !leftOut.test(basename(path))
          : !developerFiles.test(basename(path)) || isOnlyLicence(path),
    });
  for (const path of contents) copy(path);
  for (const path of contractContents) copy(`contract/${path}`, `${CONTRACT}/${path}`);
  for (const path of documents) cpSync(join(root, path), join(directory, path));
  const { portable, installed } = findPackages();
  for (const path of portable) {
    const target = placeOf(path, portable);
    copy(path, target);
    settleOverrides(join(directory, target, 'package.json'));
  }
  const manifest = JSON.stringify(makeManifest(installed), null, 2);
  writeFileSync(join(directory, 'package.json'), `${manifest}\n`);
}

/**
 * The packages that the server needs at run time. `portable` are the paths of those that are the same on every
 * platform. `installed` are the versions, by name, of those that npm has to choose for the platform where it installs.
 */
function findPackages() {
  const paths = listServerPackages();
  const { packages } = readJson('package-lock.json');
  const isNative = (path) => packages[path]?.os !== undefined;
  const loadsNative = (path) =>
    Object.keys(packages[path].optionalDependencies ?? {}).some((name) =>
      isNative(`node_modules/${name}`),
    );
  const differing = paths.filter((path) => isNative(path) || loadsNative(path));
  return {
    portable: paths.filter((path) => !differing.includes(path)),
    installed: Object.fromEntries(
      differing.map((path) => [path.replace(/.*node_modules\//, ''), packages[path].version]),
    ),
  };
}

/** True for a README with a licence, because a few packages have the text of their licence in it. */
function isOnlyLicence(path) {
  const beside = readdirSync(dirname(path));
  return (
    README.test(basename(path)) &&
    beside.includes('package.json') &&
    !beside.some((name) => LICENCE.test(name))
  );
}

/**
 * Applies our overrides to a package's manifest. npm reads only the overrides of the project it installs for, which is
 * not this one, and would request versions from the registry that it then does not install.
 */
function settleOverrides(path) {
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  const { overrides } = readJson('package.json');
  const overridden = Object.keys(manifest.dependencies ?? {}).filter(
    (name) => typeof overrides[name] === 'string',
  );
  if (overridden.length === 0) return;
  for (const name of overridden) manifest.dependencies[name] = overrides[name];
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * The path of a package in ours. npm gives a workspace a folder of its own for a version that differs from the others'.
 */
function placeOf(path, packages) {
  const target = path.replace(/^(server|contract)\//, '');
  if (target !== path && packages.includes(target)) throw new Error(`Two versions of ${target}`);
  return target;
}

/**
 * The manifest of the package. The server's dependencies are listed in the server's own manifest. Portable packages are
 * bundled, so that people run the tested versions: npm does not read the lock file of a package it installs. Types are
 * left out.
 */
function makeManifest(installed) {
  const { name, version, description, license, type, engines, ...rest } = readJson('package.json');
  const { homepage, repository, bugs, keywords } = rest;
  const server = readJson('server/package.json');
  const contract = readJson('contract/package.json');
  const needed = Object.entries({ ...contract.dependencies, ...server.dependencies })
    .filter(([one]) => !one.startsWith('@types/'))
    .map(([one, range]) => [one, installed[one] ?? range])
    .sort();
  return {
    name,
    version,
    description,
    license,
    homepage,
    repository,
    bugs,
    keywords,
    type,
    engines,
    bin: { drawbridge: PROGRAM },
    dependencies: Object.fromEntries(needed),
    optionalDependencies: server.optionalDependencies,
    bundleDependencies: needed.map(([one]) => one).filter((one) => !installed[one]),
  };
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}
