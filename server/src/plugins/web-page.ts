import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIRST_VIEW_ID, type FirstView } from '@drawbridge/contract/first-view';
import { PRODUCT_NAME } from '@drawbridge/contract/product';

/** What a page says before any script has run. */
export interface PageContent {
  title?: string;
  view?: FirstView;
}

/** Makes the HTML of the page at a path. */
export type WritePage = (path: string, content: PageContent) => string;

/** The part of Vite's manifest that is read here: a source file, and what became of it. */
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>;

const ENTRY = 'index.html';
const WORKSPACE = 'src/app/workspace.tsx';

/**
 * The chunks that a page loads one after the other, each naming the next, when nobody tells the
 * browser of them at once. The lead form has none: it is in the entry itself.
 */
const lazyChunks: [path: RegExp, modules: (name: string) => string[]][] = [
  [/^\/event\/[^/]+\/(raffle)\/?$/, pageModules],
  [/^\/event\/[^/]+\/raffle\/(verify)\/?$/, pageModules],
  [/^\/(login)\/?$/, pageModules],
  [/^\/(volunteer)\/leads\/?$/, pageModules],
  [
    /^\/admin\/(events|leads|volunteers|analytics)\/?$/,
    (name) => [...pageModules(name), 'src/app/admin-layout.tsx'],
  ],
];

function pageModules(name: string): string[] {
  return [WORKSPACE, `src/app/pages/${name}-page.tsx`];
}

/** Where everybody comes for the first time and most for the last: a file that is kept serves nobody. */
const LEAD_FORM = /^\/(event\/[^/]+\/submit|lead\/[^/]+)\/?$/;

/** The built page, read once: another build has other files, and wants another start anyway. */
export function readWebPage(directory: string): WritePage {
  const html = readFileSync(join(directory, ENTRY), 'utf8');
  const manifestFile = join(directory, '.vite/manifest.json');
  const manifest: Manifest = existsSync(manifestFile)
    ? JSON.parse(readFileSync(manifestFile, 'utf8'))
    : {};
  const [head = '', rest = ''] = html.split(/<title>.*?<\/title>/s);
  const restWithStyles = withStyles(rest, directory);

  return (path, { title, view }) => {
    const links = linksOf(manifest, path);
    if (!title && !view && links === '') return html;
    // Put together, never replaced: a name may hold whatever a pattern would take for its own.
    return [
      head,
      `<title>${escapeHtml(title ? `${title} · ${PRODUCT_NAME}` : PRODUCT_NAME)}</title>`,
      links,
      view ? firstViewElement(view) : '',
      LEAD_FORM.test(path) ? restWithStyles : rest,
    ].join('');
  };
}

/**
 * The page with its style sheets inside it. They come while the line would be idle, and the scripts, which
 * are named before them, have it for themselves afterwards.
 */
function withStyles(html: string, directory: string): string {
  return html.replace(
    /<link rel="stylesheet"[^>]* href="\/(assets\/[^"]+\.css)">/g,
    (_link, file: string) => `<style>${readFileSync(join(directory, file), 'utf8')}</style>`,
  );
}

function linksOf(manifest: Manifest, path: string): string {
  for (const [pattern, modules] of lazyChunks) {
    const name = pattern.exec(path)?.[1];
    if (name) return writeLinks(manifest, modules(name));
  }
  return '';
}

function writeLinks(manifest: Manifest, modules: string[]): string {
  const known = filesOf(manifest, [ENTRY]);
  const wanted = [...filesOf(manifest, modules)].filter((file) => !known.has(file));
  return wanted
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="/${file}">`
        : `<link rel="modulepreload" crossorigin href="/${file}">`,
    )
    .join('');
}

/** Every file that the given modules cannot do without. */
function filesOf(manifest: Manifest, modules: string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (module: string) => {
    const chunk = manifest[module];
    if (!chunk || seen.has(module)) return;
    seen.add(module);
    files.add(chunk.file);
    for (const file of chunk.css ?? []) files.add(file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const module of modules) visit(module);
  return files;
}

/** Data, not a script: the content security policy lets it stand, and nothing in it can run. */
function firstViewElement(view: FirstView): string {
  // Only `<` could end the element; the two separators end a line in old readers of scripts.
  const json = JSON.stringify(view)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return `<script type="application/json" id="${FIRST_VIEW_ID}">${json}</script>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
