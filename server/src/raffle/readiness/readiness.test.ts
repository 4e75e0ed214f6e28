import { randomUUID } from 'node:crypto';
import { readiness } from '@drawbridge/contract/raffle/readiness';
import { afterAll, expect, it } from 'vitest';
import { standstill } from '../../test/fakes/until-blocked.ts';
import { startApi } from '../../test/world/api.ts';
import {
  createEvent,
  createPrize,
  createVolunteer,
  verifiedLead,
} from '../../test/world/fixtures.ts';
import { insertLeads } from '../../test/world/leads.ts';

const api = await startApi();
afterAll(() => api.close());

const check = async (eventId: string) =>
  (await api.admin.get(`/api/events/${eventId}/readiness`)).as(readiness.strict());

it('says which devices have unsent leads, until they have sent them', async () => {
  const event = await createEvent(api.admin);
  const other = await createEvent(api.admin);
  const { client } = await createVolunteer(api, [event.id, other.id]);
  const deviceId = randomUUID();
  const say = (...events: [eventId: string, unsent: number][]) =>
    client.post('/api/volunteer/heartbeat', {
      deviceId,
      events: events.map(([eventId, unsent]) => ({ eventId, unsent })),
    });
  expect((await say([event.id, 3], [other.id, 1], [randomUUID(), 5])).json()).toEqual({ heard: 2 });
  expect((await check(event.id)).devices).toMatchObject([
    { volunteer: 'Priya Shah', unsent: 3, silent: false },
  ]);
  expect((await check(other.id)).devices).toMatchObject([{ unsent: 1 }]);

  await say([event.id, 0]);
  expect((await check(event.id)).devices).toMatchObject([{ unsent: 0, silent: false }]);
  expect((await check(other.id)).devices).toEqual([]);
  await say();
  expect((await check(event.id)).devices).toEqual([]);
});

it('receives only events that the volunteer is assigned to, and counts nothing else', async () => {
  const [current, past, foreign] = [
    await createEvent(api.admin),
    await createEvent(api.admin),
    await createEvent(api.admin),
  ];
  const { id, client } = await createVolunteer(api, [current.id, past.id]);
  const [assignment] = await api.sql`
    select id from volunteer_assignments where volunteer_id = ${id} and event_id = ${past.id}`;
  const revoke = () => api.admin.patch(`/api/volunteer-assignments/${assignment?.id}/revoke`);
  const events = [current, past, foreign].map((event) => ({ eventId: event.id, unsent: 4 }));
  const body = { deviceId: randomUUID(), events };
  const say = async () => (await client.post('/api/volunteer/heartbeat', body)).json();
  expect(await say()).toEqual({ heard: 2 });
  expect((await check(past.id)).devices).toMatchObject([{ unsent: 4 }]);
  expect((await revoke()).status).toBe(200);
  expect((await check(past.id)).devices).toEqual([]);
  expect(await say()).toEqual({ heard: 1 });
  expect((await check(current.id)).devices).toMatchObject([{ unsent: 4 }]);
  expect((await check(past.id)).devices).toEqual([]);
  expect((await check(foreign.id)).devices).toEqual([]);
});

it('knows five devices of a volunteer, of which a new one replaces one that has sent everything', async () => {
  const event = await createEvent(api.admin);
  const { id, client } = await createVolunteer(api, [event.id]);
  const say = async (deviceId: string, unsent: number) =>
    (
      await client.post('/api/volunteer/heartbeat', {
        deviceId,
        events: [{ eventId: event.id, unsent }],
      })
    ).json();
  const unsent = async () => (await check(event.id)).devices.map((device) => device.unsent);
  for (const count of [9, 8, 0, 0]) await say(randomUUID(), count);

  // Three new devices report at once. The lock lets none finish before all have started.
  let fresh: Promise<unknown>[] = [];
  await api.sql.begin(async (tx) => {
    await tx`select from users where id = ${id} for update`;
    fresh = [1, 2, 3].map((count) => say(randomUUID(), count));
    await standstill(api.sql, fresh);
  });
  await Promise.all(fresh);
  expect(await unsent()).toEqual([9, 8, 3, 2, 1]);
  expect(await say(randomUUID(), 7)).toEqual({ heard: 1 });
  expect(await unsent()).toEqual([8, 7, 3, 2, 1]);
});

it('says that a device is silent after two minutes, and keeps what it last said', async () => {
  const event = await createEvent(api.admin);
  const { id, client } = await createVolunteer(api, [event.id]);
  const body = { deviceId: randomUUID(), events: [{ eventId: event.id, unsent: 2 }] };
  await client.post('/api/volunteer/heartbeat', body);
  await api.sql`update heartbeats set last_seen_at = now() - interval '119 s' where user_id = ${id}`;
  expect((await check(event.id)).devices).toMatchObject([{ unsent: 2, silent: false }]);
  await api.sql`update heartbeats set last_seen_at = now() - interval '121 s' where user_id = ${id}`;
  expect((await check(event.id)).devices).toMatchObject([{ unsent: 2, silent: true }]);

  // The lost or reset device can be dismissed until it reports again.
  const dismiss = () => api.admin.delete(`/api/events/${event.id}/readiness/${id}`);
  expect((await dismiss()).json()).toEqual({ id });
  expect((await check(event.id)).devices).toEqual([]);
  await client.post('/api/volunteer/heartbeat', body);
  await dismiss();
  expect((await check(event.id)).devices).toMatchObject([{ unsent: 2, silent: false }]);
});

it('counts what may surprise the presenter', async () => {
  const event = await createEvent(api.admin, { country: 'GB' });
  expect(await check(event.id)).toEqual({
    devices: [],
    leads: 0,
    pendingLeads: 0,
    numbersWithSeveralNames: 0,
    invalidNumbers: 0,
    prizesWithoutName: 0,
    chancesChangedBy: [],
  });
  await createPrize(api.admin, event.id);
  await api.sql`update prizes set name = ' ' where event_id = ${event.id}`;
  await verifiedLead(api, event.id, { name: 'Jon Field', phone: '07400 123456' });
  await verifiedLead(api, event.id, { name: 'JON FIELD', phone: '+44 7400 123456' });
  await verifiedLead(api, event.id, { name: 'Ana Silva', phone: '07400 123457' });
  await insertLeads(api, event.id, [
    { name: 'Tom Ellis', phone: '07400123457' },
    { name: 'Wei Zhang', phone: '00000000000' },
  ]);
  const some = { filter: { eventId: event.id }, chances: 2 };
  expect((await api.admin.post('/api/leads/chances', some)).status).toBe(200);
  expect(await check(event.id)).toEqual({
    devices: [],
    leads: 5,
    pendingLeads: 2,
    numbersWithSeveralNames: 1,
    invalidNumbers: 1,
    prizesWithoutName: 1,
    chancesChangedBy: [api.admin.user?.name ?? api.admin.user?.username],
  });
});
