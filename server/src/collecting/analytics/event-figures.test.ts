import { analytics, eventFigures } from '@drawbridge/contract/collecting/analytics';
import { collectedLead } from '@drawbridge/contract/collecting/leads';
import { afterAll, expect, it } from 'vitest';
import { startApi } from '../../test/world/api.ts';
import {
  createEvent,
  createPrize,
  createVolunteer,
  newContact,
  submitLead,
  verifiedLead,
} from '../../test/world/fixtures.ts';
import { raffleOf } from '../../test/world/raffle.ts';

const api = await startApi();
afterAll(() => api.close());

it('show an event by the hour of its own clock, how far its leads came, and who brought them', async () => {
  const event = await createEvent(api.admin, { timeZone: 'Asia/Kolkata' });
  const prize = await createPrize(api.admin, event.id);
  await createPrize(api.admin, event.id);
  const winner = await verifiedLead(api, event.id);
  await raffleOf(api, event.id).draw(prize.id);
  const promoted = await verifiedLead(api, event.id);
  await api.admin.patch(`/api/leads/${promoted.id}`, { status: 'promoted' });
  await api.sql`
    update leads set submitted_at = '2026-10-05T08:29:00Z' where id in (${winner.id}, ${promoted.id})`;
  const { id, client } = await createVolunteer(api, [event.id]);
  const brought = await client.post('/api/leads', { eventId: event.id, ...newContact() });
  await api.sql`
    update leads set submitted_at = '2026-10-05T08:30:00Z' where id = ${brought.as(collectedLead).id}`;
  await submitLead(api.anyone, event.id);
  // A lead of another event.
  await submitLead(api.anyone, (await createEvent(api.admin)).id);

  const figures = (await api.admin.get(`/api/events/${event.id}/figures`)).as(
    eventFigures.strict(),
  );
  expect(figures).toMatchObject({
    ...{ entries: 4, lastHour: 1, people: 0, pending: 2, prizes: 2, drawn: 1 },
    funnel: { entered: 4, verifiedOrPromoted: 2, won: 1 },
    channels: [
      { channel: 'form', leads: 3 },
      { channel: 'volunteer', leads: 1 },
    ],
    team: [{ id, leads: 1, hours: [{ hour: '2026-10-05 14:00', leads: 1 }] }],
  });
  expect(figures.hours.slice(0, 2)).toEqual([
    { hour: '2026-10-05 13:00', qr: 2, volunteer: 0 },
    { hour: '2026-10-05 14:00', qr: 0, volunteer: 1 },
  ]);
  expect(figures.latest).toHaveLength(4);
  expect(figures.latest[0]).toMatchObject({ ticket: expect.stringMatching(/^[A-Z]\w+ \d{4}$/) });
});

it('the figures of the dashboard can be limited to an event and a period', async () => {
  const event = await createEvent(api.admin, { timeZone: 'Europe/Lisbon' });
  const [early, late] = [await submitLead(api.anyone, event.id), await verifiedLead(api, event.id)];
  await api.sql`update leads set submitted_at = '2026-07-01T22:59:59Z' where id = ${early.id}`;
  await api.sql`update leads set submitted_at = '2026-07-01T23:00:00Z' where id = ${late.id}`;
  const read = async (query: string) =>
    (await api.admin.get(`/api/analytics?eventId=${event.id}${query}`)).as(analytics.strict());
  const both = { totalEvents: 1, totalLeads: 2, leadStatus: { pending: 1, verified: 1 } };
  expect(await read('')).toMatchObject(both);
  expect(await read('&from=2026-07-01&to=2026-07-02')).toMatchObject(both);
  expect(await read('&from=2026-07-02&timeZone=Europe/Lisbon')).toMatchObject({
    totalLeads: 1,
    leadStatus: { pending: 0, verified: 1 },
    leadsByDay: [{ day: '2026-07-02', leadCount: 1 }],
    topEvents: [{ id: event.id, leadCount: 1, verifiedCount: 1 }],
  });
  expect((await read('&to=2026-07-01')).leadStatus).toEqual({
    pending: 1,
    verified: 0,
    promoted: 0,
  });
  const unknown = await api.admin.get(`/api/analytics?eventId=${crypto.randomUUID()}`);
  expect(unknown.status).toBe(404);
});
