// Writes the handbook as part of the web app's build, because many halls have no internet: each chapter is a page of
// plain HTML under /help/, outside the app's bundle. It can be read without its small script.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { HANDBOOK_INDEX } from '@drawbridge/contract/core/pages';
import { Marked } from 'marked';
import { chapters } from './chapters.mjs';
import { readMarkdown, resolveTarget, root } from './markdown.mjs';
import { tables } from './tables.mjs';

const pictureTypes = ['.png', '.svg', '.webp', '.jpg'];

/** The product's mark in the accent colour of the theme. */
const mark = readFileSync(join(root, 'web/public/favicon.svg'), 'utf8')
  .replace(/<title>.*?<\/title>/, '')
  .replace(/fill="[^"]*"/, 'fill="currentColor"')
  .replace('<svg', '<svg aria-hidden="true"');

/** A moon in the light theme and a sun in the dark one; shown by the script that it needs. */
const themeButton = `<button type="button" hidden>
<svg class="moon" viewBox="0 0 24 24" aria-hidden="true"><path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z"/></svg>
<svg class="sun" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="4"/><path d="M12 2v2m0 16v2M2 12h2m16 0h2M5 5l1.5 1.5m11 11L19 19M5 19l1.5-1.5m11-11L19 5"/></svg>
</button>`;

export function writeHandbook(directory) {
  const app = readFileSync(join(directory, 'index.html'), 'utf8');
  const styles = app.match(/<link rel="stylesheet"[^>]*>/)?.[0] ?? '';
  mkdirSync(join(directory, 'help'), { recursive: true });
  for (const file of ['handbook.css', 'handbook.js']) {
    copyFileSync(new URL(file, import.meta.url), join(directory, 'help', file));
  }
  for (const [path, file] of Object.entries(chapters)) {
    const chapter = renderChapter(file);
    writeFileSync(join(directory, `${path}.html`), writePage(path, styles, chapter));
    for (const picture of chapter.pictures) {
      copyFileSync(join(root, picture), join(directory, pictureUrl(picture)));
    }
  }
  writeFileSync(join(directory, HANDBOOK_INDEX), JSON.stringify(listSections()));
}

/** The index for the search on the help page: the text below each heading. */
export function listSections() {
  return Object.entries(chapters).flatMap(([path, file]) => {
    const { html, title: chapter } = renderChapter(file);
    const sections = html.matchAll(/<h[1-3] id="(.*?)">(.*?)<\/h[1-3]>([\s\S]*?)(?=<h[1-3] |$)/g);
    return [...sections].map(([, id, title, text]) => ({
      url: `${path}#${id}`,
      chapter,
      title: plainText(title),
      text: plainText(text),
    }));
  });
}

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function plainText(html) {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(\S+?);/g, (_, name) => entities[name])
    .replace(/\s+([.,:;)]|$)|\s+/g, (_, mark) => mark ?? ' ')
    .trim();
}

/** The HTML of a chapter. Its links lead to the other chapters; a link to any other file is only text. */
export function renderChapter(file) {
  const { tokens, headings } = readMarkdown(file);
  const ids = new Map(headings.map(({ token, id }) => [token, id]));
  const pictures = new Set();
  const marked = new Marked({
    renderer: {
      heading(token) {
        const text = this.parser.parseInline(token.tokens);
        return `<h${token.depth} id="${ids.get(token)}">${text}</h${token.depth}>\n`;
      },
      link({ href, tokens: content }) {
        const text = this.parser.parseInline(content);
        const url = /^https?:/.test(href) ? href : chapterUrl(file, href);
        return url ? `<a href="${escapeHtml(url)}">${text}</a>` : text;
      },
      image({ href, text }) {
        const { path } = resolveTarget(file, href);
        if (!pictureTypes.includes(extname(path))) throw new Error(`${file}: what is ${href}?`);
        pictures.add(path);
        const img = `<img src="${pictureUrl(path)}" alt="${escapeHtml(text)}" loading="lazy">`;
        if (extname(path) !== '.webp') return img;
        // The picture is animated. On paper and with reduced motion, its last frame is shown.
        const still = path.replace('.webp', '-still.webp');
        pictures.add(still);
        return `<picture><source media="print, (prefers-reduced-motion: reduce)" srcset="${pictureUrl(still)}">${img}</picture>`;
      },
      html: ({ text }) => tables[/^<!-- (\w+) -->/.exec(text)?.[1]]?.() ?? text,
      // A box to tick on paper.
      checkbox: () => '<span class="checkbox" aria-hidden="true"></span> ',
    },
  });
  return {
    html: marked.parser(tokens),
    title: headings.find(({ depth }) => depth === 1)?.text ?? '',
    sections: headings.filter(({ depth }) => depth === 2),
    pictures,
  };
}

/** The address of a chapter, or of a part of one. */
function chapterUrl(file, href) {
  const { path, anchor } = resolveTarget(file, href);
  const url = Object.keys(chapters).find((chapter) => chapters[chapter] === path);
  return url && (anchor ? `${url}#${anchor}` : url);
}

function pictureUrl(path) {
  return `/help/${basename(path)}`;
}

function writePage(path, styles, { html, title, sections }) {
  const contents = sections
    .map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`)
    .join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Drawbridge</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script src="/theme.js"></script>
${styles}
<link rel="stylesheet" href="/help/handbook.css">
<script type="module" src="/help/handbook.js"></script>
</head>
<body class="handbook" data-chapter="${basename(path)}">
<header><a href="/">${mark}Drawbridge</a><a href="/help">All help</a>${themeButton}</header>
<div class="columns">
<nav aria-label="On this page"><details><summary>On this page</summary><ol>
${contents}
</ol></details></nav>
<main>
${html}</main>
</div>
</body>
</html>
`;
}

function escapeHtml(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
