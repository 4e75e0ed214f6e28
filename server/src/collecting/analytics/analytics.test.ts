import { type Analytics, analytics } from '@drawbridge/contract/collecting/analytics';
import { registrationResponse } from '@drawbridge/contract/login/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../test/world/api.ts';
import type { Client } from '../../test/world/client.ts';
import {
  createEvent,
  newContact,
  next,
  submitLead,
  verifiedLead,
} from '../../test/world/fixtures.ts';

async function readAnalytics(client: Client, query = ''): Promise<Analytics> {
  const response = await client.get(`/api/analytics${query}`);
  expect(response.status).toBe(200);
  return response.as(analytics.strict());
}

/** Creates a volunteer with this name and number of leads, some of them verified. */
async function volunteerWithLeads(
  api: TestApi,
  name: string,
  leads: { eventId: string; total: number; verified: number },
): Promise<{ id: string; username: string; client: Client }> {
  const account = { username: `collector${next()}`, password: 'secret-enough' };
  const registered = await api.admin.post('/api/auth/register', { fullName: name, ...account });
  const { id } = registered.as(registrationResponse).user;
  await api.admin.post('/api/volunteer-assignments', { volunteerId: id, eventId: leads.eventId });
  const client = await api.anyone.signIn(account);
  for (let n = 0; n < leads.total; n += 1) {
    const lead = await client.post('/api/leads', { eventId: leads.eventId, ...newContact() });
    expect(lead.status).toBe(201);
    if (n < leads.verified) {
      const { id: leadId } = lead.json() as { id: string };
      await api.admin.patch(`/api/leads/${leadId}`, { status: 'verified' });
    }
  }
  return { id, username: account.username, client };
}

async function withApi(work: (api: TestApi) => Promise<void>): Promise<void> {
  const api = await startApi();
  try {
    await work(api);
  } finally {
    await api.close();
  }
}

it('the figures of an empty database are zeros and empty lists', () =>
  withApi(async (api) => {
    expect(await readAnalytics(api.admin)).toEqual({
      totalEvents: 0,
      totalLeads: 0,
      totalRevenue: [{ currency: 'USD', amount: '0.00' }],
      averageRoa: '0.00',
      leadStatus: { pending: 0, verified: 0, promoted: 0 },
      leadSource: { qr: 0, volunteer: 0 },
      importedLeads: 0,
      eventStatus: { upcoming: 0, active: 0, ended: 0 },
      topEvents: [],
      topVolunteers: [],
      leadsByDay: [],
    });
  }));

it('sum up the existing records', () =>
  withApi(async (api) => {
    const fair = await createEvent(api.admin, {
      name: 'Fair',
      date: '2026-05-01',
      status: 'active',
      totalAmountCollected: '1234.50',
      roa: '10',
    });
    const gala = await createEvent(api.admin, {
      name: 'Gala',
      date: '2026-06-01',
      status: 'upcoming',
      totalAmountCollected: '0.05',
      roa: '20.55',
    });
    await createEvent(api.admin, {
      status: 'ended',
      totalAmountCollected: '65.45',
      currency: 'eur',
      roa: '-5',
    });
    await createEvent(api.admin, { status: 'ended' });
    // The fair has 3 pending, 2 verified and 1 promoted lead by QR; 2 verified and 1 pending by Ana.
    for (let n = 0; n < 3; n += 1) await submitLead(api.anyone, fair.id);
    for (let n = 0; n < 2; n += 1) await verifiedLead(api, fair.id);
    const promoted = await verifiedLead(api, fair.id);
    await api.admin.patch(`/api/leads/${promoted.id}`, { status: 'promoted' });
    const ana = await volunteerWithLeads(api, 'Ana', { eventId: fair.id, total: 3, verified: 2 });
    // The gala has 1 pending lead by QR, and 1 added by the administrator.
    await submitLead(api.anyone, gala.id);
    await api.admin.post('/api/leads', { eventId: gala.id, ...newContact() });
    await api.sql`update leads set submitted_at = '2026-05-01T12:00:00Z' where event_id = ${fair.id}`;
    await api.sql`update leads set submitted_at = '2026-06-01T12:00:00Z' where event_id = ${gala.id}`;

    expect(await readAnalytics(api.admin)).toEqual({
      totalEvents: 4,
      totalLeads: 11,
      totalRevenue: [
        { currency: 'USD', amount: '1234.55' },
        { currency: 'EUR', amount: '65.45' },
      ],
      averageRoa: '6.39', // 25.55 / 4 = 6.3875
      leadStatus: { pending: 6, verified: 4, promoted: 1 },
      leadSource: { qr: 7, volunteer: 4 },
      importedLeads: 0,
      eventStatus: { upcoming: 1, active: 1, ended: 2 },
      topEvents: [
        {
          id: fair.id,
          name: 'Fair',
          date: '2026-05-01',
          location: fair.location,
          leadCount: 9,
          verifiedCount: 4,
        },
        {
          id: gala.id,
          name: 'Gala',
          date: '2026-06-01',
          location: gala.location,
          leadCount: 2,
          verifiedCount: 0,
        },
      ],
      topVolunteers: [
        { id: ana.id, name: 'Ana', username: ana.username, leadCount: 3, verifiedCount: 2 },
      ],
      leadsByDay: [
        { day: '2026-05-01', leadCount: 9 },
        { day: '2026-06-01', leadCount: 2 },
      ],
    });
  }));

describe('the top lists', () => {
  it('have the five events with the most leads, of equal ones the later first', () =>
    withApi(async (api) => {
      const leadsAndDates = [
        [1, '2026-09-01'],
        [2, '2026-01-01'],
        [2, '2026-03-01'],
        [2, '2026-02-01'],
        [4, '2026-01-15'],
        [3, '2026-01-15'],
        [0, '2026-12-31'],
      ] as const;
      for (const [leads, date] of leadsAndDates) {
        const event = await createEvent(api.admin, { date });
        for (let n = 0; n < leads; n += 1) await submitLead(api.anyone, event.id);
      }

      const { topEvents } = await readAnalytics(api.admin);
      expect(topEvents.map(({ leadCount, date }) => [leadCount, date])).toEqual([
        [4, '2026-01-15'],
        [3, '2026-01-15'],
        [2, '2026-03-01'],
        [2, '2026-02-01'],
        [2, '2026-01-01'],
      ]);
    }));

  it('have the five volunteers with the most leads, of equal ones by name', () =>
    withApi(async (api) => {
      const { id: eventId } = await createEvent(api.admin);
      for (const [name, total, verified] of [
        ['carla', 2, 2],
        ['Bruno', 2, 0],
        ['Dora', 2, 1],
        ['Abel', 1, 1],
        ['Zoe', 4, 1],
        ['Yann', 3, 3],
        ['Nobody’s friend', 0, 0],
      ] as const) {
        await volunteerWithLeads(api, name, { eventId, total, verified });
      }
      // Leads of administrators and deleted accounts do not count for volunteers.
      for (let n = 0; n < 5; n += 1) {
        await api.admin.post('/api/leads', { eventId, ...newContact() });
      }
      const deletedVolunteer = await volunteerWithLeads(api, 'Gone', {
        eventId,
        total: 5,
        verified: 0,
      });
      await api.admin.delete(`/api/users/${deletedVolunteer.id}`);

      const { topVolunteers, totalLeads, leadSource } = await readAnalytics(api.admin);
      expect(
        topVolunteers.map(({ name, leadCount, verifiedCount }) => [name, leadCount, verifiedCount]),
      ).toEqual([
        ['Zoe', 4, 1],
        ['Yann', 3, 3],
        ['Bruno', 2, 0],
        ['carla', 2, 2],
        ['Dora', 2, 1],
      ]);
      expect({ totalLeads, leadSource }).toEqual({
        totalLeads: 24,
        leadSource: { qr: 0, volunteer: 24 },
      });
    }));
});

describe('the days', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
    await submitAt([
      '2026-03-01T23:30:00Z',
      '2026-03-02T00:30:00Z',
      '2026-07-01T23:30:00Z',
      '2026-07-02T03:30:00Z',
    ]);
  });
  afterAll(() => api.close());

  const daysIn = async (query: string) =>
    Object.fromEntries(
      (await readAnalytics(api.admin, query)).leadsByDay.map(({ day, leadCount }) => [
        day,
        leadCount,
      ]),
    );

  const submitAt = async (moments: string[]) => {
    const { id } = await createEvent(api.admin);
    for (const moment of moments) {
      const lead = await submitLead(api.anyone, id);
      await api.sql`update leads set submitted_at = ${moment} where id = ${lead.id}`;
    }
  };

  const utc = { '2026-03-01': 1, '2026-03-02': 1, '2026-07-01': 1, '2026-07-02': 1 };

  it.each([
    ['', utc],
    ['?timeZone=UTC', utc],
    // Lisbon is an hour ahead in summer only.
    ['?timeZone=Europe/Lisbon', { '2026-03-01': 1, '2026-03-02': 1, '2026-07-02': 2 }],
    ['?timeZone=europe/lisbon', { '2026-03-01': 1, '2026-03-02': 1, '2026-07-02': 2 }],
    ['?timeZone=Asia/Tokyo', { '2026-03-02': 2, '2026-07-02': 2 }],
    ['?timeZone=America/New_York', { '2026-03-01': 2, '2026-07-01': 2 }],
    ['?timeZone=Asia/Kolkata', { '2026-03-02': 2, '2026-07-02': 2 }],
  ])('begin at the midnight of %s', async (query, days) => {
    expect(await daysIn(query)).toEqual(days);
  });

  it('end with the last millisecond, also where midnight is at a quarter past', async () => {
    await submitAt(['2026-09-10T18:14:59.999Z', '2026-09-10T18:15:00Z', '2026-09-11T18:14:59Z']);
    expect(await daysIn('?timeZone=Asia/Kathmandu')).toMatchObject({
      '2026-09-10': 1,
      '2026-09-11': 2,
    });
  });
});
