// Which files a build gets to see, as .dockerignore says.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The paths of all files in the context, relative to `root`. */
export function listContext(root) {
  const ignored = readIgnored(readFileSync(join(root, '.dockerignore'), 'utf8'));
  const files = [];
  const walk = (directory) => {
    for (const entry of readdirSync(join(root, directory), { withFileTypes: true })) {
      const path = directory === '' ? entry.name : `${directory}/${entry.name}`;
      if (ignored(path)) continue;
      if (entry.isDirectory()) walk(path);
      else files.push(path);
    }
  };
  walk('');
  return files;
}

export function readIgnored(source) {
  const patterns = source
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map(toRegExp);
  return (path) => patterns.some((pattern) => pattern.test(path));
}

function toRegExp(pattern) {
  if (pattern.startsWith('!'))
    throw new Error(`.dockerignore: exceptions are not known: ${pattern}`);
  const source = pattern
    .trim()
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\//g, '(?:.*/)?')
    .replace(/(?<![.)])\*/g, '[^/]*');
  return new RegExp(`^${source}$`);
}
