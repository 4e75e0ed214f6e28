import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin, type Rolldown } from 'vite';
import { adminPages, PRODUCT_NAME, pages } from '../contract/src/core/pages.ts';
import type { TextPart } from '../contract/src/languages/texts.ts';
import { dropDescriptions } from './drop-descriptions.ts';
import { builtLanguages, languageParts, sentencePartsOf, textFilesOf } from './language-parts.ts';
import { writeLicences } from './licences.ts';
import { pageTexts } from './src/app/page-texts.ts';

// The sponsor's report is a printed page outside the administration.
const { sponsorReport: _, ...administration } = adminPages;
const paths: Record<string, string> = { ...pages, ...adminPages };

/**
 * The modules that a page loads in addition to the entry, by the name of its path. The lead form is in the entry
 * itself, without its questions. A page of the administration is in the file of its name.
 */
const pageModules: Record<string, string[]> = {
  leadForm: ['lead-form/question-fields'],
  shortLeadForm: ['lead-form/question-fields'],
  login: ['workspace'],
  raffle: ['workspace'],
  stage: ['workspace', 'stage-page'],
  remote: ['workspace', 'remote-page'],
  ticket: ['workspace'],
  verify: ['workspace', 'verify-page'],
  volunteerLeads: ['workspace', 'volunteer-page'],
  volunteerSettings: ['workspace', 'volunteer-settings-page'],
  help: ['workspace', 'help-page'],
  ...Object.fromEntries(
    Object.keys(administration).map((name) => [name, ['workspace', 'admin-area', `${name}-page`]]),
  ),
  event: [
    ...['workspace', 'admin-area', 'event-page', 'event-overview'],
    ...['presenter/remote', 'presenter/remote-link', 'preparation/sealed-banner'],
  ],
  form: ['workspace', 'admin-area', 'event-page', 'form-page', 'presenter/remote-link'],
  eventTab: ['workspace', 'admin-area', 'event-page', 'presenter/remote-link'],
};

/** The texts that a page loads: the entry's, the workspace's, and its own. */
function textsOf(name: string): TextPart[] {
  const textsOfPages: Record<string, readonly TextPart[]> = pageTexts;
  const isForm = name === 'leadForm' || name === 'shortLeadForm';
  const workspaceTexts: TextPart[] = isForm ? [] : ['workspace', 'animals'];
  const adminTexts: TextPart[] = name in administration ? ['admin', 'problems'] : [];
  return ['visitor', 'sentences', ...workspaceTexts, ...adminTexts, ...(textsOfPages[name] ?? [])];
}

/**
 * The pages that open without a network, and the modules that they load later and need there too: QR codes, names of
 * tickets, the scanner, the search for help.
 */
const offlinePages = ['volunteerLeads', 'login', 'help'];
const offlineModule =
  /[\\/]qrcode[\\/]|[\\/](scan-dialog\.tsx|ticket-codes\.ts|handbook-search\.tsx)$/;

/**
 * The paths of the scanner's worker and its WebAssembly. They are within the service worker's scope, because browsers
 * match the script of a worker by its own address, and the server sends the worker a policy of its own.
 */
const scannerFiles = 'volunteer/assets/[name]-[hash][extname]';
const isScanner = (name = '') => /^(scan-worker|zxing_reader)\b/.test(name);

/** Small modules of many pages, each of which would be a request of its own. */
const kitModule =
  /[\\/](ui[\\/]([\w-]+[\\/])?(card|copy-button|empty-state)\.tsx|(copy-text|save-file)\.ts)$/;
/** The formulas of the draw that pages compute with before anybody asks for a check. */
const proofModule =
  /[\\/](fair-draw[\\/]((bytes|roster|scheme)|sealed[\\/]beacon)\.\w+|@noble[\\/]hashes[\\/].*)$/;
const SHARED_ICON = 4;

const MANIFEST = 'manifest.webmanifest';
const HOME_SCREEN_ICON = 'icon-192.png';

/** The web app manifest, with which a phone puts the app on its home screen. The pages for visitors do not offer it. */
const manifest = {
  id: pages.volunteerLeads,
  name: PRODUCT_NAME,
  short_name: PRODUCT_NAME,
  start_url: pages.volunteerLeads,
  scope: pages.home,
  display: 'standalone',
  // The tokens `--paper` and `--card`, in a notation that every phone understands.
  background_color: '#fbfaf6',
  theme_color: '#ffffff',
  icons: [192, 512].map((side) => ({
    src: `/icon-${side}.png`,
    sizes: `${side}x${side}`,
    type: 'image/png',
    purpose: 'any maskable',
  })),
};

/**
 * Writes a list of the files that each page needs. The server names them in the page's HTML; otherwise the browser
 * would find them one after the other, each named by the previous one.
 */
function writePageChunks(): Plugin {
  return {
    name: 'page-chunks',
    // The server's script has no pages.
    applyToEnvironment: ({ name }) => name === 'client',
    // Runs before Vite moves the entry, which only imports, from the bundle into the HTML.
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const entry = filesOf(
        bundle,
        chunks.filter(({ isEntry }) => isEntry),
      );
      const filesOfPages = Object.entries(pageModules).map(([name, modules]) => {
        const needed = modules.map((module) => {
          const file = `/${module}.tsx`;
          const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(file)));
          return chunk ?? this.error(`There is no chunk of ${file} for the page ${name}`);
        });
        const files = filesOf(bundle, needed).filter((file) => !entry.includes(file));
        const texts = sentencesIn(chunks.filter(({ fileName }) => files.includes(fileName)));
        const isOrganisers = name in adminPages || /^(volunteer|help|remote)/.test(name);
        if (texts.length > 0 && !isOrganisers) {
          this.error(`The page ${name} would load the organisers' sentences: ${texts.join(', ')}`);
        }
        return [name, files, [...new Set([...textsOf(name), ...texts])]] as const;
      });
      this.emitFile({
        type: 'asset',
        fileName: '.vite/page-chunks.json',
        source: JSON.stringify(
          Object.fromEntries(
            filesOfPages.map(([name, files, texts]) => [
              paths[name],
              {
                files: /^\/(event|lead)\//.test(paths[name] ?? '')
                  ? files
                  : [...files, MANIFEST, HOME_SCREEN_ICON],
                texts: filesInAllLanguages(texts),
              },
            ]),
          ),
          null,
          2,
        ),
      });
      this.emitFile({ type: 'asset', fileName: MANIFEST, source: JSON.stringify(manifest) });
      const ofPages = Object.fromEntries(filesOfPages);
      const kept = [...entry, ...offlinePages.flatMap((name) => ofPages[name] ?? [])];
      const later = chunks.filter(({ moduleIds }) =>
        moduleIds.some((id) => offlineModule.test(id)),
      );
      const textsByPage = Object.fromEntries(filesOfPages.map(([name, , texts]) => [name, texts]));
      const texts = filesInAllLanguages([
        ...new Set(offlinePages.flatMap((name) => textsByPage[name] ?? [])),
      ]);
      const fonts = Object.keys(bundle).filter((file) => /latin-wght-normal.*\.woff2$/.test(file));
      this.emitFile({
        type: 'asset',
        fileName: '.vite/offline-files.json',
        source: JSON.stringify(
          { files: [...new Set([...kept, ...filesOf(bundle, later), ...fonts])], texts },
          null,
          2,
        ),
      });
    },
  };
}

/** The organisers' sentences in the modules of these chunks. */
const sentencesIn = (chunks: Rolldown.OutputChunk[]) => [
  ...new Set(chunks.flatMap(({ moduleIds }) => moduleIds.flatMap((id) => sentencePartsOf(id)))),
];

/** The files with these texts, by language. */
const filesInAllLanguages = (parts: readonly TextPart[]) =>
  Object.fromEntries(builtLanguages.map((language) => [language, textFilesOf(language, parts)]));

/** The scripts and styles without which the given chunks cannot run. */
function filesOf(bundle: Rolldown.OutputBundle, chunks: Rolldown.OutputChunk[]): string[] {
  const files = new Set<string>();
  const visit = (chunk: Rolldown.OutputBundle[string] | undefined) => {
    if (chunk?.type !== 'chunk' || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const imported of chunk.imports) visit(bundle[imported]);
  };
  for (const chunk of chunks) visit(chunk);
  return [...files];
}

const licences = writeLicences();

export default defineConfig(({ isSsrBuild }) => ({
  // The server's renderer writes no licences: browsers load all of its packages too.
  plugins: [
    dropDescriptions,
    react(),
    tailwindcss(),
    languageParts(),
    writePageChunks(),
    isSsrBuild ? [] : licences,
  ],
  resolve: {
    conditions: ['source', ...defaultClientConditions],
    // wouter imports this hook's shim for old versions of React; ours has the hook.
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
  },
  // The server loads one file that needs no packages (`vite build --ssr`).
  ssr: { noExternal: true },
  // The build mode is fixed, because React would read it from the server's environment, and its development version is
  // slow.
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  build: {
    target: 'es2022',
    sourcemap: false,
    // The content security policy lets fonts and scripts come from files only, never from data URLs.
    assetsInlineLimit: 0,
    // Browsers without support for preload links just load a little later.
    modulePreload: { polyfill: false },
    ...(isSsrBuild
      ? { outDir: 'dist/.ssr', copyPublicDir: false, minify: true }
      : {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  // A visitor's first files, in two pieces: a browser opens six connections and then waits.
                  { name: 'visitor', test: /[\\/]web[\\/]src[\\/]main\.tsx$/, priority: 3 },
                  // The additional files of the form if the event has questions.
                  { name: 'questions', test: /[\\/]question-fields\.tsx$/, priority: 2 },
                  { name: 'workspace', test: /[\\/]app[\\/]workspace\.tsx$/, priority: 1 },
                  { name: 'kit', test: kitModule },
                  { name: 'icons', test: /[\\/]lucide-react[\\/]/, minShareCount: SHARED_ICON },
                  { name: 'proof', test: proofModule },
                ],
              },
            },
          },
        }),
  },
  worker: {
    plugins: () => [dropDescriptions, licences],
    rolldownOptions: {
      output: {
        entryFileNames: ({ name }) =>
          isScanner(name) ? scannerFiles.replace('[extname]', '.js') : 'assets/[name]-[hash].js',
        assetFileNames: ({ names: [name] }) =>
          isScanner(name) ? scannerFiles : 'assets/[name]-[hash][extname]',
      },
    },
  },
  server: {
    port: 5173,
    // The API, the handbook and redirects come from the server that `npm run dev` starts beside this one.
    proxy: Object.fromEntries(
      ['/api', '/help/', '/e/'].map((path) => [
        path,
        `http://localhost:${process.env.PORT ?? 3000}`,
      ]),
    ),
  },
}));
