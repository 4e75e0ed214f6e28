import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const file = path('dist/licences.txt');
/** The directory of the innermost package that a module belongs to. */
const packagePath = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;
const isLicence = /^(licen[cs]e|copying|notice)\b/i;

/** Tailwind's first rules are in our styles, but its styles are no modules of the build. */
const alwaysInside = [path('../node_modules/tailwindcss')];
/** The licence text for packages that only name their licence: the text of the project they were compiled from. */
const compiledInto: Record<string, string> = {
  'zxing-wasm': `zxing-cpp, compiled into zxing-wasm (Apache-2.0)

https://github.com/zxing-cpp/zxing-cpp

${readFileSync(path('../node_modules/typescript/LICENSE'), 'utf8').trim()}`,
};

/**
 * Writes the licences of all packages whose code, styles, fonts or WebAssembly reach browsers, as the packages require.
 * The app with its workers and the service worker append to one file.
 */
export function writeLicences(): Plugin {
  const packages = new Set(alwaysInside);
  const add = (name: string) => {
    const [, directory] = packagePath.exec(name) ?? [];
    if (directory) packages.add(directory);
  };
  return {
    name: 'licences',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type === 'chunk') output.moduleIds.forEach(add);
        else for (const name of output.originalFileNames) add(path(name));
      }
    },
    // Not called for workers, which are built in the middle of the app.
    writeBundle() {
      const written = existsSync(file) ? readFileSync(file, 'utf8') : '';
      const texts = [...packages].sort().map(describe);
      appendFileSync(file, texts.filter((text) => !written.includes(text)).join(''));
    },
  };
}

function describe(directory: string): string {
  const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const { name, version, license, author, repository } = manifest;
  const texts = readdirSync(directory)
    .filter((entry) => isLicence.test(entry))
    .map((entry) => readFileSync(join(directory, entry), 'utf8').trim());
  // A few packages only name their licence.
  if (texts.length === 0)
    texts.push([author?.name ?? author, repository?.url ?? repository].join('\n'));
  const inside = compiledInto[name];
  return `${[`${name} ${version} (${license})`, ...texts, ...(inside ? [inside] : [])].join('\n\n')}\n\n\n`;
}
