import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Refused, release } from '../../../../scripts/release.mjs';

const ours = fileURLToPath(new URL('../../../..', import.meta.url));
const files = [
  ...['package.json', 'package-lock.json', 'CHANGELOG.md'],
  ...['compose.yaml', 'Dockerfile'],
  ...['contract/package.json', 'server/package.json', 'web/package.json'],
];
const withGit = spawnSync('git', ['--version']).status === 0;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'drawbridge-release-'));
  for (const file of files) cpSync(join(ours, file), join(root, file));
  writeFileSync(join(root, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n- Something new\n');
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Maintainer');
  git('config', 'user.email', 'maintainer@example.org');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
});
afterEach(() => rmSync(root, { recursive: true }));

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const make = (version: string, test?: () => void) => release(root, version, '2026-12-05', test);

describe.skipIf(!withGit)('a release', () => {
  it('has its version everywhere, a dated changelog, and a tag', () => {
    make('7.8.9');
    expect(read('CHANGELOG.md')).toBe('# Changelog\n\n## 7.8.9 (2026-12-05)\n\n- Something new\n');
    expect(read('compose.yaml')).toContain('/drawbridge:7.8.9\n');
    expect(read('Dockerfile')).toContain('image.version="7.8.9"');
    for (const path of ['package.json', 'contract/package.json', 'web/package.json']) {
      expect(JSON.parse(read(path)).version).toBe('7.8.9');
    }
    const server = JSON.parse(read('server/package.json'));
    expect(server.dependencies['@drawbridge/contract']).toBe('7.8.9');
    const lock = JSON.parse(read('package-lock.json'));
    expect(lock.packages.server).toMatchObject({
      version: '7.8.9',
      dependencies: server.dependencies,
    });
    expect([lock.version, lock.packages[''].version]).toEqual(['7.8.9', '7.8.9']);

    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '-1', '--format=%s')).toBe('Release 7.8.9');
    expect(git('rev-parse', 'v7.8.9^{commit}')).toBe(git('rev-parse', 'HEAD'));
  });

  it('is taken back if the tests of its commit fail', () => {
    const before = [git('rev-parse', 'HEAD'), git('tag'), git('status', '--porcelain')];
    const tested: string[] = [];
    const test = () => {
      tested.push(git('log', '-1', '--format=%s'), git('status', '--porcelain'), git('tag'));
      throw new Refused('npm test fails');
    };
    expect(() => make('7.8.9', test)).toThrow('npm test fails\nNothing was released');
    expect(tested).toEqual(['Release 7.8.9', '', '']);
    expect([git('rev-parse', 'HEAD'), git('tag'), git('status', '--porcelain')]).toEqual(before);
  });

  it.each([
    ['nonsense', 'Usage: npm run release', () => {}],
    ['01.0.0', 'Usage: npm run release', () => {}],
    ['0.0.1', '0.0.1 is older than', () => {}],
    ['7.0.0', 'not on wip', () => git('checkout', '--quiet', '-b', 'wip')],
    ['7.0.0', 'not committed', () => appendFileSync(join(root, 'package.json'), '\n')],
    ['7.0.0', 'released already', () => git('tag', 'v7.0.0')],
    [
      '7.0.0',
      'no section "Unreleased"',
      () => {
        writeFileSync(join(root, 'CHANGELOG.md'), '## Unreleased\n\n## 0.1.0\n\n- Old\n');
        git('commit', '--quiet', '--all', '--message', 'Empty');
      },
    ],
  ])('of %s is refused: %s', (version, reason, prepare) => {
    prepare();
    const before = [git('rev-parse', 'HEAD'), git('tag'), git('status', '--porcelain')];
    expect(() => make(version)).toThrow(reason);
    expect([git('rev-parse', 'HEAD'), git('tag'), git('status', '--porcelain')]).toEqual(before);
  });
});
