import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problems } from '../../contract/src/core/errors.ts';
import { helpPages } from '../../contract/src/core/pages.ts';
import { chapterOf } from '../../web/src/operations/help/help-link.tsx';
import { handbook, helpTopics } from '../../web/src/operations/help/help-topics.ts';
import { chapters } from './chapters.mjs';
import { localTargets, readMarkdown, root } from './markdown.mjs';
import { listSections, renderChapter } from './write-pages.mjs';

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
      expect(sections.length).toBeGreaterThan(1);
      for (const { id } of sections) expect(html.split(`id="${id}"`)).toHaveLength(2);
      expect(html).not.toMatch(/href="[^"]*\.md|<script|style=|<input/);
      expect([...html.matchAll(/ (src|srcset)=/g)]).toHaveLength(pictures.size);
      for (const picture of pictures) expect(existsSync(join(root, picture))).toBe(true);
    },
  );

  it('has a row for every problem, to which the `type` of a problem leads', () => {
    const { html } = renderChapter(chapters[helpPages.api]);
    for (const code of Object.keys(problems)) expect(html.split(`id="${code}"`)).toHaveLength(2);
  });

  it('has every section that the help page and the screens name', () => {
    const topics = helpTopics.flatMap((group) => group.topics);
    const named = [
      ...topics.flatMap(({ more }) => more?.to ?? []),
      ...Object.values(handbook).flatMap((all) => all.map(([, to]) => to)),
      ...Object.values(chapterOf),
    ];
    expect(named.length).toBeGreaterThan(20);
    const known = listSections().map(({ url }) => url);
    for (const to of named) expect([...Object.keys(chapters), ...known]).toContain(to);
  });

  it('is searched as text, with every heading and what follows it', () => {
    const sections = listSections();
    const at = (url) => sections.find((section) => section.url === url);
    expect(at('/help/organisers#add-the-sponsors')).toMatchObject({
      chapter: 'For organisers',
      title: 'Add the sponsors',
      text: expect.stringContaining('Choose the logo and press Add Sponsor.'),
    });
    expect(at('/help/api#problems')?.text).toContain('Please log in to continue');
    for (const { text } of sections) expect(text).not.toMatch(/undefined|&\w+;/);
  });
});
