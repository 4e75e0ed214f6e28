import { adminEvent } from '@drawbridge/contract/events/events';
import { sharing, sponsorReport } from '@drawbridge/contract/outreach/sponsor-pages';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { runProgram } from '../../../../scripts/lib/server-process.mjs';
import { databaseSettings, startApi, type TestApi } from '../../test/world/api.ts';
import { createEvent } from '../../test/world/fixtures.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function demo(...args: string[]) {
  const command = runProgram('demo', { args, env: databaseSettings(api.database.target) });
  const code = await command.ended;
  return { code, ...command.output };
}

it('fills a database with a believable organisation, beside other events only on request', async () => {
  await createEvent(api.admin, { name: 'Our own' });
  expect(await demo()).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'This database already has events: add --force to put the demo beside them\n',
  });
  const filled = await demo('--force');
  expect(filled).toMatchObject({ code: 0, stderr: '' });
  expect(filled.stdout).toContain('Added 6 events, 3924 leads and 6 volunteers\n');
  expect(filled.stdout).toContain('in the app, at /help\n');

  await api.anyone.signIn({ username: 'priya', password: 'drawbridge' });
  const events = (await api.admin.get('/api/events')).as(z.array(adminEvent));
  expect(events).toHaveLength(7);
  expect(new Set(events.map(({ status }) => status))).toEqual(
    new Set(['upcoming', 'active', 'ended']),
  );
  const figures = z
    .object({
      leadStatus: z.record(z.string(), z.int().positive()),
      leadSource: z.record(z.string(), z.int().positive()),
      leadsByDay: z.array(z.unknown()).min(10),
    })
    .parse((await api.admin.get('/api/analytics')).json());
  expect(Object.keys(figures.leadStatus)).toHaveLength(3);
  const fair = events.find(({ name }) => name === 'Harbour Winter Fair');
  expect(
    z.array(z.unknown()).parse((await api.admin.get(`/api/events/${fair?.id}/raffles`)).json()),
  ).toHaveLength(2);
  expect(fair?.drawAt).toMatch(new RegExp(`^${fair?.date}T`));
  const [northwind] = (await api.admin.get(`/api/sponsors/sharing?eventId=${fair?.id}`)).as(
    z.array(sharing),
  );
  const path = `/api/sponsors/${northwind?.sponsorId}/report`;
  const report = (await api.admin.get(path)).as(sponsorReport);
  expect(report).toMatchObject({ leads: 1284, prizes: [{ name: 'City bicycle' }] });
  expect(report.agreed).toBeGreaterThan(200);
  expect(report.times.length).toBeGreaterThan(5);
  expect(report.answers).not.toHaveLength(0);
  expect(report.reach).toMatchObject({ formViews: 1027 });
});
