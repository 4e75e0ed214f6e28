// Prints the changelog's section of the version in package.json, for the release's page: `npm run release-notes`.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);

/** @param {string} changelog @param {string} version */
export function notesOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((each) => each.startsWith(`${version} (`));
  if (!section) throw new Error(`CHANGELOG.md has no section ${version}`);
  return section.slice(section.indexOf('\n')).trim();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = (name) => readFileSync(new URL(name, root), 'utf8');
  console.log(notesOf(read('CHANGELOG.md'), JSON.parse(read('package.json')).version));
}
