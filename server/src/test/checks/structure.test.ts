import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A feature, another folder of the server, or a file beside them; what all features share is `features`. */
function partOf(file: string): string {
  const [folder = '', noun, inside] = file.split('/');
  return folder === 'features' && inside ? `${folder}/${noun}` : folder;
}

/** Which parts import which others, types included. */
function readImports(): [from: string, to: string][] {
  const imports = new Set<string>();
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || /^test\/|\.test\.ts$/.test(file)) continue;
    const source = readFileSync(join(root, file), 'utf8');
    for (const [, path = ''] of source.matchAll(/(?:from |import\()'(\.[^']+)'/g)) {
      const to = partOf(normalize(join(dirname(file), path)));
      if (to !== partOf(file)) imports.add(`${partOf(file)} ${to}`);
    }
  }
  return [...imports].sort().map((pair) => pair.split(' ') as [string, string]);
}

it('has no folders that import each other in a circle', () => {
  let left = readImports();
  for (let before = 0; before !== left.length; ) {
    before = left.length;
    // What imports nothing else, or is imported by nothing else, is in no circle.
    left = left.filter(
      ([from, to]) => left.some(([f]) => f === to) && left.some(([, t]) => t === from),
    );
  }
  expect(left.map(([from, to]) => `${from} → ${to}`)).toEqual([]);
});
