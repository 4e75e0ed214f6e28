import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import {
  type DataDirectory,
  makeDataDirectory,
  runProgram,
  stopAll,
} from '../../../../scripts/lib/server-process.mjs';
import { stopDatabaseIn } from '../../test/database/data-directory.ts';
import { startServer } from '../../test/database/process.ts';
import { mailSettings } from '../../test/fakes/mail-server.ts';

let directory: DataDirectory;
beforeEach(async () => {
  directory = await makeDataDirectory();
});
afterEach(async () => {
  await stopAll();
  await stopDatabaseIn(directory.path);
  await directory.remove();
});
afterAll(stopAll);

async function examine(env: Record<string, string>) {
  const command = runProgram('doctor', { env: { DATA_DIR: `${directory.path}/data`, ...env } });
  const code = await command.ended;
  return { code, lines: command.output.stdout.trim().split('\n'), stderr: command.output.stderr };
}

it('the doctor finds a machine ready, and makes nothing', async () => {
  const { code, lines } = await examine({});
  expect({ code, lines }).toEqual({
    code: 0,
    lines: [
      '✓ The settings are valid',
      '✓ There is room on the disk',
      '✓ Port 0 is free',
      '✓ The database: the first start makes one',
      '✓ Mail and single sign-on are not set',
    ],
  });
  expect(existsSync(`${directory.path}/data`)).toBe(false);
});

it('the doctor names everything that a start would refuse or warn of', async () => {
  const occupiedPort = createServer().listen(0, '127.0.0.1');
  await once(occupiedPort, 'listening');
  const { port } = occupiedPort.address() as AddressInfo;
  const { code, lines, stderr } = await examine({
    ...{ PORT: String(port), BACKUP_DIRECTORY: '/backups', ...mailSettings() },
    ...{ OIDC_ISSUER: 'http://127.0.0.1:10', OIDC_CLIENT_ID: 'drawbridge' },
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
  });
  occupiedPort.close();
  expect(lines).toEqual([
    '✗ Not a setting, so without effect: BACKUP_DIRECTORY',
    '✓ There is room on the disk',
    `✗ Port ${port} is in use, by another Drawbridge or another program: stop that, or set PORT`,
    expect.stringMatching(/^✗ The database cannot be reached: .*ECONNREFUSED/),
    '✗ Mail cannot be sent through 127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1',
    expect.stringMatching(/^✗ Single sign-on: http:\/\/127.0.0.1:10 cannot be used: /),
  ]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '5 problems\n' });
});

it('the doctor knows the server that is running', async () => {
  const DATA_DIR = directory.path;
  const { url } = await startServer({ DATA_DIR });
  const { port } = new URL(url);
  const { code, lines } = await examine({ DATA_DIR, PORT: port });
  expect(lines[2]).toBe(`✓ Drawbridge is running on port ${port}`);
  expect(lines[3]).toMatch(/^✓ The database: PostgreSQL \d+/);
  expect(code).toBe(0);
});
