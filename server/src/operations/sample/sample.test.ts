import { adminEvent } from '@drawbridge/contract/events/events';
import { sample } from '@drawbridge/contract/operations/calls/sample';
import { volunteer } from '@drawbridge/contract/team/volunteers';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { newAdministrator } from '../../test/checks/callers.ts';
import { startApi } from '../../test/world/api.ts';
import { createEvent, newContact, submitLead } from '../../test/world/fixtures.ts';

const api = await startApi();
afterAll(() => api.close());

const events = async () => (await api.admin.get('/api/events')).as(z.array(adminEvent));
const volunteers = async () =>
  (await api.admin.get('/api/users/volunteers')).as(z.array(volunteer));

it('fills an empty server once, is marked, and is gone by one call with all that was done in it', async () => {
  await api.admin.post('/api/webhooks', {
    url: 'https://crm.example.com/',
    kinds: ['lead.created', 'winner.drawn'],
  });
  const responses = await Promise.all([
    api.admin.post('/api/sample'),
    api.admin.post('/api/sample'),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
  const added = responses.find(({ status }) => status === 201)?.as(sample);
  const all = await events();
  expect(all).toHaveLength(added?.events ?? 0);
  expect(all.every((event) => event.sample)).toBe(true);
  // No receiver gets data of invented people, and nobody can log in as one: their password is not that of the demo.
  expect(await api.sql`select from webhook_queue`).toEqual([]);
  const login = { username: 'priya', password: 'drawbridge' };
  expect((await api.anyone.post('/api/auth/login', login)).status).toBe(401);

  const active = all.find(({ status }) => status === 'active');
  await submitLead(api.anyone, active?.id ?? '', newContact());
  expect((await api.admin.delete('/api/sample')).json()).toEqual(added);
  const [left] = await api.sql`
    select (select count(*)::int from events) as events, (select count(*)::int from leads) as leads,
           (select count(*)::int from records) as draws, (select sum(n)::int from lead_counts) as counts,
           (select count(*)::int from users where role = 'volunteer') as volunteers`;
  expect(left).toEqual({ events: 0, leads: 0, draws: 0, counts: 0, volunteers: 0 });
});

it('leaves everything of the organiser as it is, also volunteers who were put to work in it', async () => {
  const { volunteers: made } = (await api.admin.post('/api/sample')).as(sample);
  const ownEvent = await createEvent(api.admin);
  const [sampleEvent] = (await events()).filter((event) => event.sample);
  const [working] = await volunteers();
  await api.admin.post('/api/volunteer-assignments', {
    volunteerId: working?.id,
    eventId: ownEvent.id,
  });
  await submitLead(api.anyone, ownEvent.id, newContact());
  const limited = await newAdministrator(api, [ownEvent.id, sampleEvent?.id ?? '']);

  expect((await api.admin.delete('/api/sample')).as(sample).volunteers).toBe(made - 1);
  expect(await events()).toMatchObject([{ id: ownEvent.id, leadCount: 1, volunteerCount: 1 }]);
  expect(await volunteers()).toMatchObject([{ id: working?.id, activeEventCount: 1 }]);
  expect((await limited.get('/api/auth/me')).json()).toMatchObject({ events: [ownEvent.id] });
  // The volunteer is no longer sample data.
  expect((await api.admin.delete('/api/sample')).json()).toEqual({ events: 0, volunteers: 0 });
  expect(await volunteers()).toHaveLength(1);
});
