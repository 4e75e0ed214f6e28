import { adminEvent } from '@drawbridge/contract/events';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startApi } from '../../test/api.ts';
import { createEvent } from '../../test/fixtures.ts';

const api = await startApi();
afterAll(() => api.close());

const events = async () => (await api.admin.get('/api/events')).as(z.array(adminEvent));

it('fills an empty server, is marked, and is gone by one call with all that was done in it', async () => {
  const { events: added, volunteers } = (await api.admin.post('/api/sample')).json() as Record<
    string,
    number
  >;
  const [first, ...others] = await events();
  expect([first, ...others].every((event) => event?.sample)).toBe(true);
  expect(others).toHaveLength(Number(added) - 1);
  expect((await api.admin.post('/api/sample')).problem).toEqual([
    409,
    'The sample data is there already',
  ]);
  // Their password is not that of the demo.
  const login = { username: 'priya', password: 'drawbridge' };
  expect((await api.anyone.post('/api/auth/login', login)).status).toBe(401);

  const own = await createEvent(api.admin);
  expect((await api.admin.delete('/api/sample')).json()).toEqual({ events: added, volunteers });
  expect(await events()).toMatchObject([{ id: own.id, sample: false }]);
  const [left] = await api.sql`
    select count(*)::int as leads, (select count(*)::int from users where role = 'volunteer') as volunteers
    from leads`;
  expect(left).toEqual({ leads: 0, volunteers: 0 });
});
