import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problems } from '../../contract/src/errors.ts';
import { helpPages } from '../../contract/src/pages.ts';
import { helpTopics } from '../../web/src/features/help/help-topics.ts';
import { chapters } from './chapters.mjs';
import { localTargets, readMarkdown, root } from './markdown.mjs';
import { renderChapter } from './write-pages.mjs';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && existsSync(join(root, file)));

describe('a Markdown file', () => {
  it('is found at all', () => {
    expect(files).toEqual(expect.arrayContaining(['README.md', ...Object.values(chapters)]));
  });

  it.each(files)('%s links and pictures only what exists', (file) => {
    const broken = localTargets(readMarkdown(file)).filter(
      ({ path, anchor }) =>
        !existsSync(join(root, path)) ||
        (anchor && !readMarkdown(path).headings.some(({ id }) => id === anchor)),
    );
    expect(broken.map(({ href }) => href)).toEqual([]);
  });
});

describe('the handbook', () => {
  it('has a page for every path', () => {
    expect(Object.keys(chapters).toSorted()).toEqual(Object.values(helpPages).toSorted());
  });

  it.each(Object.values(chapters))(
    '%s becomes HTML whose pictures and sections are known',
    (file) => {
      const { html, title, sections, pictures } = renderChapter(file);
      expect(title).not.toBe('');
      expect(sections.length).toBeGreaterThan(2);
      for (const { id } of sections) expect(html.split(`id="${id}"`)).toHaveLength(2);
      expect(html).not.toMatch(/href="[^"]*\.md|<script|style=|<input/);
      expect([...html.matchAll(/<img /g)]).toHaveLength(pictures.size);
    },
  );

  it('has a row for every problem, to which the `type` of a problem leads', () => {
    const { html } = renderChapter(chapters[helpPages.api]);
    for (const code of Object.keys(problems)) expect(html.split(`id="${code}"`)).toHaveLength(2);
  });

  it('has every section that the help page names', () => {
    for (const { topics } of helpTopics) {
      for (const { more } of topics) {
        if (!more) continue;
        const [path, anchor] = more.to.split('#');
        const ids = readMarkdown(chapters[path]).headings.map(({ id }) => id);
        if (anchor) expect(ids).toContain(anchor);
      }
    }
  });
});
