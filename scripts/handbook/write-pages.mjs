// Makes the handbook part of the web app's build, because many halls have no internet: each chapter is a page
// of plain HTML under /help/, without scripts of its own and outside the app's bundle.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { Marked } from 'marked';
import { readMarkdown, resolveTarget, root } from './markdown.mjs';

/** The paths of `helpPages` in the contract, and the files that they are made of. */
export const chapters = {
  '/help/organisers': 'docs/handbook/organisers.md',
  '/help/operators': 'docs/operators.md',
  '/help/fair-draw': 'docs/fair-draw.md',
  '/help/scale': 'docs/scale.md',
};

const pictureTypes = ['.png', '.svg', '.webp', '.jpg'];

export function writeHandbook(directory) {
  const app = readFileSync(join(directory, 'index.html'), 'utf8');
  const styles = app.match(/<link rel="stylesheet"[^>]*>/)?.[0] ?? '';
  mkdirSync(join(directory, 'help'), { recursive: true });
  copyFileSync(new URL('handbook.css', import.meta.url), join(directory, 'help/handbook.css'));
  for (const [path, file] of Object.entries(chapters)) {
    const chapter = renderChapter(file);
    writeFileSync(join(directory, `${path}.html`), writePage(path, styles, chapter));
    for (const picture of chapter.pictures) {
      copyFileSync(join(root, picture), join(directory, pictureUrl(picture)));
    }
  }
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
        return `<img src="${pictureUrl(path)}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
      // To be ticked on paper.
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

/** Where a chapter, or a part of one, is served. */
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
</head>
<body class="handbook" data-chapter="${basename(path)}">
<header><a href="/"><img src="/favicon.svg" alt="">Drawbridge</a><a href="/help">All help</a></header>
<div class="columns">
<nav aria-label="On this page"><ol>
${contents}
</ol></nav>
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
