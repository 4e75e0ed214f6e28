import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { describeLicence } from '../scripts/pack/licences.mjs';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const file = path('dist/licences.txt');
/** The directory of the innermost package that a module belongs to. */
const packagePath = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;

/** Tailwind's first rules are in our styles, but its styles are no modules of the build. */
const alwaysInside = [path('../node_modules/tailwindcss')];

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
      const texts = [...packages].sort().map(describeLicence);
      appendFileSync(file, texts.filter((text) => !written.includes(text)).join(''));
    },
  };
}
