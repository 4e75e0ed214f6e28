import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

export const { version } = createRequire(import.meta.url)('../../../package.json') as {
  version: string;
};

/** The commit of the build; null if it was not built in a clone. */
export const commit = readCommit();

function readCommit(): string | null {
  try {
    return readFileSync(new URL('../commit', import.meta.url), 'utf8').trim() || null;
  } catch {
    return null;
  }
}

/** The directory of the built web app. */
export const webDirectory = fileURLToPath(new URL('../../../web/dist', import.meta.url));
