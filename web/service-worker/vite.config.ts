import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import { pages } from '../../contract/src/core/pages.ts';
import { writeLicences } from '../licences.ts';

const dist = new URL('../dist/', import.meta.url);
/** The directory in which the app's build puts the scanner's worker. */
const SCANNER = 'volunteer/assets/';
const read = (file: string) => readFileSync(new URL(file, dist), 'utf8');

/** The files listed by the build of the app, and the texts by language. */
const { files, texts }: { files: string[]; texts: Record<string, string[]> } = JSON.parse(
  read('.vite/offline-files.json'),
);

/** The files of the volunteer's screen without its texts. Hashed names need no revision. */
function filesToKeep() {
  // The server writes the page itself from these.
  const page = [read('index.html'), read('.vite/page-chunks.json')].join();
  return [
    { url: pages.volunteerLeads, revision: revisionOf(page) },
    { url: '/theme.js', revision: revisionOf(read('theme.js')) },
    { url: '/favicon.svg', revision: revisionOf(read('favicon.svg')) },
    ...readdirSync(new URL(SCANNER, dist)).map((file) => ({
      url: `/${SCANNER}${file}`,
      revision: null,
    })),
    // The entry, which only imports, is written into the HTML instead.
    ...files
      .filter((file) => existsSync(new URL(file, dist)))
      .map((file) => ({ url: `/${file}`, revision: null })),
  ];
}

function revisionOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

/** Builds the service worker after the app, as one file at the root: dist/sw.js. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [writeLicences()],
  define: {
    FILES_TO_KEEP: JSON.stringify(filesToKeep()),
    TEXTS_TO_KEEP: JSON.stringify(texts),
    VOLUNTEER_PAGE: JSON.stringify(pages.volunteerLeads),
    'process.env.NODE_ENV': JSON.stringify('production'),
  },
  build: {
    target: 'es2022',
    outDir: '../dist',
    emptyOutDir: false,
    lib: {
      entry: 'service-worker.ts',
      formats: ['iife'],
      name: 'serviceWorker',
      fileName: () => 'sw.js',
    },
  },
});
