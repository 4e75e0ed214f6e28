// Checks the folders as part of the lint: which folder may import which, how large a folder may become, and
// whether each room has its README. Circles of files are Biome's (`noImportCycles`).
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const FILES_MAX = 15;
const LEVELS_MAX = 2;
const README_LINES_MAX = 12;
const rooms = ['operations', 'team', 'outreach', 'collecting', 'raffle', 'events', 'login'];

/** The folders of each package. A folder may import those to its right. */
const order = {
  contract: ['calls', ...rooms, 'fair-draw', 'phones', 'core', 'languages'],
  server: ['.', ...rooms, 'core', 'http', 'db'],
  web: ['.', 'app', ...rooms, 'ui', 'lib'],
};
/** Files beside the folders that every folder may import. */
const shared = /^server\/src\/(errors|log|settings|setting-values)\.ts$/;

const root = fileURLToPath(new URL('..', import.meta.url));
const sourceFiles = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*/src/*'], {
  cwd: root,
  encoding: 'utf8',
});
const files = sourceFiles.split('\n').filter((file) => file && existsSync(join(root, file)));
const problems = [];

/** The folder below `src` that a file is in. */
const folderOf = (file) => {
  const [, , folder, inside] = file.split('/');
  return inside ? folder : '.';
};
const imported = /(?:\bfrom|\bimport|\bimport\(|@import|@source)\s*['"](\.[^'"?*]+)/g;

for (const file of files) {
  const [name] = file.split('/');
  const folder = folderOf(file);
  if (folder !== 'test' && !order[name].includes(folder) && folder !== '.') {
    problems.push(`${file} is in no room`);
  }
  if (!/\.(ts|tsx|css)$/.test(file) || /\.test\.tsx?$/.test(file) || folder === 'test') continue;
  if (shared.test(file)) continue;
  for (const [, path] of readFileSync(join(root, file), 'utf8').matchAll(imported)) {
    const target = posix.join(posix.dirname(file), path);
    if (!existsSync(join(root, target)))
      problems.push(`${file} names ${target}, which is not there`);
    if (!target.startsWith(`${name}/src/`) || shared.test(target)) continue;
    const [from, to] = [folder, folderOf(target)].map((each) => order[name].indexOf(each));
    if (from === -1 || to === -1 || from > to) problems.push(`${file} may not import ${target}`);
  }
}

const filesIn = new Map();
for (const file of files) filesIn.set(dirname(file), (filesIn.get(dirname(file)) ?? 0) + 1);
for (const [folder, count] of filesIn) {
  if (count > FILES_MAX) problems.push(`${folder} has ${count} files, more than ${FILES_MAX}`);
  if (folder.split('/').length > 3 + LEVELS_MAX) problems.push(`${folder} is too deep`);
}

for (const room of rooms) {
  for (const directory of ['contract/src', 'server/src', 'web/src', 'e2e']) {
    if (!existsSync(join(root, directory, room))) problems.push(`${directory} has no ${room}`);
  }
  for (const name of ['server', 'web']) {
    const face = `${name}/src/${room}/README.md`;
    if (!files.includes(face)) {
      problems.push(`${face} is missing`);
      continue;
    }
    const text = readFileSync(join(root, face), 'utf8');
    if (text.trim().split('\n').length > README_LINES_MAX)
      problems.push(`${face} has more than ${README_LINES_MAX} lines`);
    for (const [, path] of text.matchAll(/`([\w/.-]+(?:\.\w+|\/))`/g)) {
      const places = [dirname(face), join(name, 'src'), '.'];
      if (!places.some((directory) => existsSync(join(root, directory, path))))
        problems.push(`${face} names ${path}, which is not there`);
    }
  }
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
