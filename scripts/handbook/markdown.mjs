// Reads Markdown files for the handbook's pages and for the test of links.
import { readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { marked } from 'marked';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The tokens and headings of a file; a heading's id is the one that forges generate, so that links work in both places.
 */
export function readMarkdown(file) {
  const tokens = marked.lexer(readFileSync(join(root, file), 'utf8'));
  const used = new Map();
  const headings = tokens
    .filter(({ type }) => type === 'heading')
    .map((token) => {
      const text = plainText(token.tokens);
      const base = text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-');
      const repeats = used.get(base) ?? 0;
      used.set(base, repeats + 1);
      return { token, text, depth: token.depth, id: repeats ? `${base}-${repeats}` : base };
    });
  return { file, tokens, headings };
}

/** All links and pictures of a file with targets in the repository. */
export function localTargets({ file, tokens }) {
  const headings = [];
  marked.walkTokens(tokens, ({ type, href }) => {
    if ((type === 'link' || type === 'image') && !/^[a-z]+:/i.test(href)) {
      headings.push({ href, ...resolveTarget(file, href) });
    }
  });
  return headings;
}

/** The target of a link: the file, from the repository's root, and the heading in it. */
export function resolveTarget(file, href) {
  const [path = '', anchor] = href.split('#');
  const from = relative(root, join(root, dirname(file)))
    .split(sep)
    .join('/');
  return { path: path ? posix.join(from, decodeURIComponent(path)) : file, anchor };
}

function plainText(tokens) {
  return tokens.map((token) => (token.tokens ? plainText(token.tokens) : token.text)).join('');
}
