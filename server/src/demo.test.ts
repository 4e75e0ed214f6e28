import { adminEvent } from '@drawbridge/contract/events';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type DataDirectory,
  makeDataDirectory,
  runProgram,
  stopAll,
} from '../../scripts/lib/server-process.mjs';
import { startServer } from './test/process.ts';

let directory: DataDirectory;
let env: Record<string, string>;
beforeEach(async () => {
  directory = await makeDataDirectory();
  env = { DATA_DIR: directory.path, ADMIN_PASSWORD: 'correct-horse' };
});
afterEach(async () => {
  await stopAll();
  await directory.remove();
});
afterAll(stopAll);

async function demo(...args: string[]) {
  const command = runProgram('demo', { args, env });
  const code = await command.ended;
  return { code, ...command.output };
}

it('fills an empty database with a believable organisation, and a filled one only when told to', async () => {
  const filled = await demo();
  expect(filled.stderr).toBe('');
  expect(filled.stdout).toContain('Added 6 events, 3924 leads and 6 volunteers\n');
  expect(filled.stdout).toContain('in the app, at /help\n');
  expect(filled.stdout).toContain('Administrator: admin\nPassword: as set in ADMIN_PASSWORD\n');

  const server = await startServer(env);
  const admin = await server.client.signIn({ username: 'admin', password: 'correct-horse' });
  await server.client.signIn({ username: 'priya', password: 'drawbridge' });
  const events = (await admin.get('/api/events')).as(z.array(adminEvent));
  expect(new Set(events.map(({ status }) => status))).toEqual(
    new Set(['upcoming', 'active', 'ended']),
  );
  const figures = z
    .object({
      leadStatus: z.record(z.string(), z.int().positive()),
      leadSource: z.record(z.string(), z.int().positive()),
      leadsByDay: z.array(z.unknown()).min(10),
    })
    .parse((await admin.get('/api/analytics')).json());
  expect(Object.keys(figures.leadStatus)).toHaveLength(3);
  const fair = events.find(({ name }) => name === 'Harbour Winter Fair');
  expect(
    z.array(z.unknown()).parse((await admin.get(`/api/events/${fair?.id}/raffles`)).json()),
  ).toHaveLength(2);

  // Beside a running server, too.
  expect(await demo()).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'This database already has events: add --force to put the demo beside them\n',
  });
  expect(await demo('--force')).toMatchObject({ code: 0 });
  expect((await admin.get('/api/events')).as(z.array(adminEvent))).toHaveLength(12);
});
