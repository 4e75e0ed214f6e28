import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type DataDirectory,
  makeDataDirectory,
  runProgram,
} from '../../scripts/lib/server-process.mjs';
import { SETTINGS_EXIT_CODE } from './core/failure.ts';
import { LONG_TIMEOUT } from './test/fakes/until-blocked.ts';

async function refusalOf(env: Record<string, string>, exitCode = 1): Promise<string> {
  const command = runProgram('start', { env });
  expect(await command.ended).toBe(exitCode);
  return command.output.stderr;
}

describe('refusing to start', () => {
  it('says one line for each bad setting, with an exit code that prevents a restart', async () => {
    const bad = { PORT: 'high', MAIL_FROM: 'raffle@example.org' };
    expect(await refusalOf(bad, SETTINGS_EXIT_CODE)).toBe(
      'PORT: must be a whole number from 0 to 65535\nSMTP_URL: must be set, too\n',
    );
  });

  it('says in one line that a database server cannot be reached', async () => {
    const stderr = await refusalOf({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' });
    expect(stderr).toMatch(/^The database cannot be reached: .*ECONNREFUSED.*\n$/);
  });

  it.skipIf(!existsSync('/proc/self'))(
    'says in one line that no directory can be made',
    async () => {
      expect(await refusalOf({ DATA_DIR: '/proc/x/y' }, SETTINGS_EXIT_CODE)).toMatch(
        /^DATA_DIR: \/proc\/x\/y cannot be used: .*\n$/,
      );
    },
  );
});

describe('npm start in files that are not built', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  let directory: DataDirectory;
  beforeAll(async () => {
    directory = await makeDataDirectory();
    cpSync(join(root, 'scripts'), join(directory.path, 'scripts'), { recursive: true });
  });
  afterAll(() => directory.remove());

  function start(engine: string, entry = 'start', PORT = 'high', files = 1024) {
    const manifest = JSON.stringify({ type: 'module', engines: { node: engine } });
    writeFileSync(join(directory.path, 'package.json'), manifest);
    const script = join(directory.path, 'scripts/launch.mjs');
    const env = { PATH: process.env.PATH, PORT };
    const args = ['-c', `ulimit -n ${files}; exec "$@"`, 'sh', process.execPath, script, entry];
    const { status, stderr } = spawnSync('/bin/sh', args, { env });
    return [status, stderr.toString()];
  }

  it('says first that Node.js is too old, that packages are missing or that a setting is bad', () => {
    expect(start('>=99.1')).toEqual([
      1,
      `Node.js ${process.version} is too old: install 99.1 or newer\n`,
    ]);
    if (process.platform === 'linux') {
      expect(start('>=20.19', 'start', 'high', 100)).toEqual([
        1,
        'A process may open only 100 files: raise ulimit -n to 4096 or more\n',
      ]);
    }
    const link = (name: string) => symlinkSync(join(root, name), join(directory.path, name));
    link('server');
    expect(start('>=20.19')).toEqual([1, 'The packages are missing: run npm ci\n']);
    link('node_modules');
    link('contract');
    expect(start('>=20.19')).toEqual([
      SETTINGS_EXIT_CODE,
      'PORT: must be a whole number from 0 to 65535\n',
    ]);
    // The check is a process of its own, which ends before the build begins.
    expect(start('>=20.19', '--check-settings', '80')).toEqual([0, '']);
  });
});

describe('two builds in the same files', () => {
  it('run one after the other, and one that was killed keeps nobody waiting', async () => {
    const { path, remove } = await makeDataDirectory();
    const inside = (name: string) => join(path, name);
    cpSync(fileURLToPath(new URL('../../scripts', import.meta.url)), inside('scripts'), {
      recursive: true,
    });
    // A compiler that waits for a signal, and then fails, which ends the build.
    mkdirSync(inside('node_modules/typescript/bin'), { recursive: true });
    writeFileSync(inside('node_modules/typescript/package.json'), '{}');
    writeFileSync(
      inside('node_modules/typescript/bin/tsc'),
      `const fs = require('node:fs');
       fs.appendFileSync('log', 'begin\\n');
       setInterval(() => {
         if (!fs.existsSync('go')) return;
         fs.appendFileSync('log', 'end\\n');
         process.exit(1);
       }, 10);`,
    );
    const log = () => (existsSync(inside('log')) ? readFileSync(inside('log'), 'utf8') : '');
    const command = [process.execPath, inside('scripts/build.mjs')];
    writeFileSync(inside('node_modules/.drawbridge-build'), String(2 ** 30));
    const first = runProgram('start', { command, cwd: path });
    await vi.waitUntil(() => log() === 'begin\n', LONG_TIMEOUT);
    const second = runProgram('start', { command, cwd: path });
    await vi.waitUntil(() => second.output.stderr.includes('Waiting for another'), LONG_TIMEOUT);
    expect(log()).toBe('begin\n');
    writeFileSync(inside('go'), '');
    expect([await first.ended, await second.ended]).toEqual([1, 1]);
    expect(log()).toBe('begin\nend\nbegin\nend\n');
    await remove();
  });
});

describe('a command on a directory without a database', () => {
  let directory: DataDirectory;
  beforeAll(async () => {
    directory = await makeDataDirectory();
  });
  afterAll(() => directory.remove());

  it('refuses in one line, and makes none', async () => {
    const dataDir = join(directory.path, 'other');
    const run = async (entry: 'backup' | 'restore', file: string) => {
      const command = runProgram(entry, { args: [file], env: { DATA_DIR: dataDir } });
      expect(await command.ended).toBe(1);
      expect(existsSync(dataDir)).toBe(false);
      return command.output.stderr;
    };
    expect(await run('backup', 'new.tar.gz')).toBe(
      `There is no database in ${dataDir}: set DATA_DIR as for the server\n`,
    );
    const other = join(directory.path, 'other.tar.gz');
    await writeFile(other, 'Something else\n');
    expect(await run('restore', other)).toMatch(/^This is not a backup of Drawbridge/);
  });
});
