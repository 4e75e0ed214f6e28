import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  INITIAL_DATA_ID,
  type InitialData,
  LEAD_FORM_ID,
} from '@drawbridge/contract/collecting/initial-data';
import { PRODUCT_NAME, pageRegExp, pages } from '@drawbridge/contract/core/pages';
import {
  DEFAULT_LANGUAGE,
  type Language,
  languages,
} from '@drawbridge/contract/languages/languages';
import type { Catalogue } from '@drawbridge/contract/languages/texts';
import { LRUCache } from 'lru-cache';
import { catalogues } from '../languages.ts';

/** The content of a page before any script has run. */
export interface PageContent {
  language?: Language;
  title?: string;
  view?: InitialData;
  /** True if the view changes only with the settings, so that browsers may keep the page. */
  lasting?: boolean;
  /** The preview of a link to the page where it is shared. */
  preview?: { description: string; origin: string };
  /** Set if the page is sent rendered. */
  rendered?: {
    /**
     * Undefined if others get the same page, so that it is rendered once. `summary` is HTML with the same content
     * without a form, for when too many pages of this kind were rendered for the address or in total.
     */
    own?: { kind: 'entered' | 'refused'; address: string; summary: string } | undefined;
    /** The server's origin as the visitor's browser knows it, if the page contains it. */
    origin?: string;
    /** True if the lead form has questions, whose files it then loads. */
    asksQuestions?: boolean;
    /** The path and the view to render instead, because the page looks the same under any id. */
    as?: { path: string; view: InitialData };
  };
  /** HTML for a browser without scripts, where the page is not rendered. */
  summary?: string;
  /** Fields of the lead form that are specific to this copy of the page. */
  hiddenFields?: Record<string, string | undefined>;
}

/** Returns the page at a path. A page that others get as well is rendered once. */
type WritePage = (path: string, content: PageContent) => string;

/** The parts of a page, between which the content of the single copy is inserted. */
type Parts = string[];

const ENTRY = 'index.html';
const EMPTY_ROOT = '<div id="root"></div>';

/** Paths of the lead form. Most visitors open it only once, so caching its style sheet would not help. */
const leadForm = pageRegExp(pages.leadForm, pages.shortLeadForm);

interface WebPage {
  writePage: WritePage;
  /** The inline scripts of every page. */
  inlineScripts: string[];
}

/** Reads the built page once, because a new build requires a restart anyway. */
export async function readWebPage(directory: string): Promise<WebPage> {
  const { html, inlineScripts } = readEntry(directory);
  const links = readLinks(directory);
  const { renderPage: render, leadFormStyles } = await loadRenderer(directory);
  const [head = '', rest = ''] = html.split(/<title>.*?<\/title>/s);
  const formRest = withLateScripts(withStyles(rest, directory, leadFormStyles)).split(EMPTY_ROOT);
  const publicRest = withLateScripts(withStyles(rest, directory)).split(EMPTY_ROOT);

  const write = (path: string, content: PageContent): Parts => {
    const { language = DEFAULT_LANGUAGE, title, view, preview, rendered, summary } = content;
    const isForm = leadForm.test(path);
    const page = links.find(({ pattern }) => pattern.test(path));
    const withFiles = !isForm || rendered?.asksQuestions;
    const texts = page?.texts[language] ?? '';
    // Joined instead of using `replace`, because a name may contain replacement patterns such as `$&`.
    const start = [
      head.replace(
        '<html lang="en"',
        `<html lang="${language}" dir="${languages[language].direction}"`,
      ),
      `<title>${escapeHtml(title ? `${title} · ${PRODUCT_NAME}` : PRODUCT_NAME)}</title>`,
      preview ? previewTags(title ?? PRODUCT_NAME, preview.description) : '',
    ].join('');
    const files = [
      withFiles ? (rendered ? page?.inlined : page?.links) : '',
      rendered ? withLateScripts(texts) : texts,
      view && !rendered?.as ? initialDataElement(view) : '',
    ].join('');
    if (!rendered && !isForm) return [start, files + rest];
    const [styles = '', end = ''] = isForm ? formRest : publicRest;
    const { origin = '' } = rendered ?? {};
    const html = rendered
      ? render({ path, view: view ?? {}, ...rendered.as, origin, language }, catalogues[language])
      : '';
    // Scripts would render the same content from the view.
    const plain = summary ? `<noscript>${summary}</noscript>` : '';
    return [start, `${files}${styles}${plain}<div id="root">${html}</div>`, end];
  };

  const pages = new LRUCache<string, Parts>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (parts) => Buffer.byteLength(parts.join('')),
  });
  const mayRenderShared = limitRenderings();
  const mayRenderOwn = limitRenderings();
  const mayRenderOwnOfAll = limitRenderings(OWN_OF_ALL);

  const writePage: WritePage = (path, { hiddenFields = {}, ...content }) => {
    const { language, title, view, preview, rendered } = content;
    const ownView = rendered?.as && view ? initialDataElement(view) : '';
    // The content that differs between copies of a page. It is not part of the cache, because clients can send any host
    // name and any id.
    const pageParts = [
      preview ? previewImage(preview.origin) : ownView,
      hiddenInputs(hiddenFields),
    ];
    const join = (page: Parts) => page.map((part, n) => part + (pageParts[n] ?? '')).join('');
    if (!rendered) return join(write(path, content));
    if (rendered.own) {
      const { kind, address, summary } = rendered.own;
      const isRendered = mayRenderOwn(`${kind} ${address}`) && mayRenderOwnOfAll(kind);
      return join(write(path, isRendered ? content : { ...content, rendered: undefined, summary }));
    }
    const contents = rendered.as
      ? [rendered, language, title]
      : [path, language, title, view, preview?.description, rendered];
    const key = createHash('sha256').update(JSON.stringify(contents)).digest('base64');
    let page = pages.get(key);
    if (!page) {
      // The browser then loads and renders everything itself.
      if (!mayRenderShared()) return join(write(path, { language, title, preview }));
      page = write(path, content);
      pages.set(key, page);
    }
    return join(page);
  };
  return { writePage, inlineScripts };
}

/** The built page with the script that runs before the first paint inlined: as a file it would delay that. */
function readEntry(directory: string): Pick<WebPage, 'inlineScripts'> & { html: string } {
  const inlineScripts: string[] = [];
  const html = readFileSync(join(directory, ENTRY), 'utf8').replace(
    /<script src="\/(theme\.js)"><\/script>/,
    (_element, file: string) => {
      const script = readFileSync(join(directory, file), 'utf8');
      inlineScripts.push(script);
      return `<script>${script}</script>`;
    },
  );
  return { html, inlineScripts };
}

/**
 * Meta tags for search engines, which must not index the pages of events because they name winners, and for messengers,
 * which show a preview.
 */
function previewTags(title: string, description: string) {
  return [
    metaTag('name', 'robots', 'noindex'),
    metaTag('name', 'description', description),
    metaTag('property', 'og:site_name', PRODUCT_NAME),
    metaTag('property', 'og:type', 'website'),
    metaTag('property', 'og:title', title),
    metaTag('property', 'og:description', description),
    metaTag('name', 'twitter:card', 'summary_large_image'),
  ].join('');
}

/** The tag of the preview image. Messengers require an absolute URL. */
const previewImage = (origin: string) => metaTag('property', 'og:image', `${origin}/share.png`);

const metaTag = (key: 'name' | 'property', name: string, content: string) =>
  `<meta ${key}="${name}" content="${escapeHtml(content)}">`;

/** Hidden fields of the form. They are placed outside it, because the form itself is the same for everybody. */
function hiddenInputs(fields: Record<string, string | undefined>): string {
  return Object.entries(fields)
    .map(([name, value]) =>
      value === undefined
        ? ''
        : `<input type="hidden" form="${LEAD_FORM_ID}" name="${name}" value="${escapeHtml(value)}">`,
    )
    .join('');
}

/**
 * The HTML with its styles inlined: the given ones, or those that it links to. The links stay without effect, so that
 * scripts know that their styles are loaded. The styles are transferred while the connection would be idle, and the
 * scripts, which are linked before them, then get the full bandwidth.
 */
function withStyles(html: string, directory: string, styles = ''): string {
  return html.replace(
    /<link rel="stylesheet"[^>]* href="\/(assets\/[^"]+\.css)">/g,
    (link: string, file: string) =>
      styles
        ? `<style>${styles}</style>`
        : `<style>${readFileSync(join(directory, file), 'utf8')}</style>${link.replace('<link', '<link disabled')}`,
  );
}

/**
 * The links to scripts and texts, which then give way to the rest of the page, its fonts and pictures: a rendered page
 * is read before it is used.
 */
const withLateScripts = (html: string) =>
  html.replace(
    /<(script type="module"|link rel="(modulepreload|preload)")/g,
    '$& fetchpriority="low"',
  );

interface PageFiles {
  files: string[];
  /** The files with texts, by language. */
  texts: Record<string, string[]>;
}

/**
 * The links to the files that each page loads in addition to the entry, as listed by the web's build.
 * Without them the browser would discover those files one after the other.
 */
function readLinks(directory: string) {
  const file = join(directory, '.vite/page-chunks.json');
  const filesOfPages: Record<string, PageFiles> = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : {};
  return Object.entries(filesOfPages).map(([pattern, { files, texts }]) => {
    const links = files.map(linkTo).join('');
    return {
      pattern: pageRegExp(pattern),
      links,
      inlined: withLateScripts(withStyles(links, directory)),
      texts: Object.fromEntries(
        Object.entries(texts).map(([language, files]) => [language, files.map(linkTo).join('')]),
      ),
    };
  });
}

const relations: Record<string, string> = {
  css: 'stylesheet',
  js: 'modulepreload',
  json: 'preload" as="fetch',
  png: 'apple-touch-icon',
  webmanifest: 'manifest',
};

function linkTo(file: string): string {
  const rel = relations[file.slice(file.lastIndexOf('.') + 1)];
  return `<link rel="${rel}" crossorigin href="/${file}">`;
}

/**
 * An element with the initial data. It is data and not a script: the content security policy allows it, and nothing in
 * it can run.
 */
function initialDataElement(view: InitialData): string {
  // Only `<` could end the element; the two separators are line ends in old JavaScript parsers.
  const json = JSON.stringify(view)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return `<script type="application/json" id="${INITIAL_DATA_ID}">${json}</script>`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The input of the renderer that the web's build exports for the server (`web/src/render-page.tsx`). */
interface RenderedPage {
  path: string;
  view: InitialData;
  origin: string;
  language: Language;
}
interface Renderer {
  renderPage(page: RenderedPage, catalogue: Catalogue): string;
  leadFormStyles: string;
}

/** The script that the build writes for the server. It is not served. */
const RENDERER = '.ssr/render-page.js';

/** The size of the cache, enough for some hundreds of pages. */
const CACHE_BYTES = 32 * 1024 * 1024;

/**
 * The renderings per second, of shared pages and, separately, of responses to the posted forms of one address. An event
 * has about as many pages in all languages, and most take a few milliseconds.
 */
export const renderCache = { perSecond: 30 };
/** The factor for the limit of all addresses together, of entries and, separately, of refusals. */
const OWN_OF_ALL = 3;

/** Returns a function that is true at most a number of times per second for each key. */
function limitRenderings(times = 1): (key?: string) => boolean {
  let began = 0;
  const counts = new Map<string, number>();
  return (key = '') => {
    const now = performance.now();
    if (now - began >= 1000) {
      began = now;
      counts.clear();
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= times * renderCache.perSecond;
  };
}

/** Loads the renderer. Without one in the build, the root stays empty and the browser renders everything. */
async function loadRenderer(directory: string): Promise<Renderer> {
  const file = join(directory, RENDERER);
  return existsSync(file)
    ? await import(pathToFileURL(file).href)
    : { renderPage: () => '', leadFormStyles: '' };
}
