import { adminEvent } from '@drawbridge/contract/events/events';
import { auditPage } from '@drawbridge/contract/team/audit';
import { afterAll, describe, expect, it } from 'vitest';
import { newAdministrator, newProgram } from '../../test/checks/callers.ts';
import { ADMIN } from '../../test/world/accounts.ts';
import { startApi } from '../../test/world/api.ts';
import type { Client } from '../../test/world/client.ts';
import { createEvent, submitLead } from '../../test/world/fixtures.ts';
import { listLeads } from '../../test/world/leads.ts';
import { eventWithPeople, mismatches } from '../../test/world/raffle.ts';
import { eraseDueLeads } from './retention.ts';

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
afterAll(() => api.close());

/**
 * Noon, or two at night, of a day in December on the server's clock. The year is far away, because changes are
 * judged by today's date.
 */
const noon = (day: number) => new Date(2098, 11, day, 12);
const two = (day: number) => new Date(2098, 11, day, 2);
const countLeads = async (eventId: string) => (await listLeads(api, `?eventId=${eventId}`)).length;

describe('retention', () => {
  it('erases the leads of an event on its day and not before, and those of no other', async () => {
    const { id } = await createEvent(api.admin, { date: '2098-12-05', retentionDays: 7 });
    const { id: kept } = await createEvent(api.admin, { date: '2098-12-05' });
    await submitLead(api.anyone, id);
    await submitLead(api.anyone, id);
    await submitLead(api.anyone, kept);
    for (const early of [noon(5), noon(11), two(12)]) {
      expect(await eraseDueLeads(api.sql, early)).toBe(0);
    }
    expect(await countLeads(id)).toBe(2);
    expect(await eraseDueLeads(api.sql, noon(12))).toBe(2);
    expect([await countLeads(id), await countLeads(kept)]).toEqual([0, 1]);
    const entries = (await api.admin.get('/api/audit?limit=1')).as(auditPage);
    expect(entries[0]).toMatchObject({
      kind: 'leads-erased',
      actor: { id: null, name: 'Drawbridge' },
      event: { id },
      details: { leads: 2, winners: 0 },
    });
  });

  it("goes by the event's clock", async () => {
    const fields = { date: '2098-11-20', retentionDays: 1 };
    const day = async (timeZone: string, at: string) => {
      const { id } = await createEvent(api.admin, { ...fields, timeZone });
      await submitLead(api.anyone, id);
      const erased = await eraseDueLeads(api.sql, new Date(at));
      await api.admin.delete(`/api/events/${id}`);
      return erased;
    };
    expect(await day('Pacific/Auckland', '2098-11-20T13:59:00Z')).toBe(0);
    expect(await day('Pacific/Auckland', '2098-11-20T14:00:00Z')).toBe(1);
    expect(await day('America/Los_Angeles', '2098-11-21T10:59:00Z')).toBe(0);
    expect(await day('America/Los_Angeles', '2098-11-21T11:00:00Z')).toBe(1);
  });

  it('catches up after nights without a server, and with leads that arrive late', async () => {
    const { id } = await createEvent(api.admin, { date: '2098-11-20', retentionDays: 1 });
    await submitLead(api.anyone, id);
    expect(await eraseDueLeads(api.sql, noon(24))).toBe(1);
    await submitLead(api.anyone, id);
    expect(await eraseDueLeads(api.sql, noon(25))).toBe(1);
    expect(await countLeads(id)).toBe(0);
  });

  it('happens once, however many servers do it at the same time', async () => {
    const { id } = await createEvent(api.admin, { date: '2098-11-20', retentionDays: 1 });
    for (let n = 0; n < 5; n += 1) await submitLead(api.anyone, id);
    const erased = await Promise.all([1, 2, 3].map(() => eraseDueLeads(api.sql, noon(25))));
    expect(erased.sort()).toEqual([0, 0, 5]);
    const [row] = await api.sql<[{ count: number }]>`
      select count(*)::int as count from audit_log where event_id = ${id} and kind = 'leads-erased'`;
    expect(row.count).toBe(1);
  });

  it('leaves winners as Erased, in draws that still check out', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 3, {
      date: '2098-11-20',
      retentionDays: 1,
    });
    await raffle.draw();
    await eraseDueLeads(api.sql, noon(25));
    expect((await raffle.results())[0]?.winner).toEqual({ name: 'Erased', email: null });
    const proof = await raffle.proof();
    expect(proof.draws[0]).toMatchObject({
      winners: [{ winner: null, erased: { because: 'retention' } }],
    });
    expect(mismatches(proof)).toEqual([]);
    expect(await countLeads(eventId)).toBe(0);
  });

  it('says which event has a sealed draw, and does the others', async () => {
    const fields = { date: '2098-11-20', retentionDays: 1 };
    const sealed = await eventWithPeople(api, 2, { ...fields, name: 'Sealed Fair' });
    await sealed.raffle.seal();
    const { id } = await createEvent(api.admin, fields);
    await submitLead(api.anyone, id);
    await expect(eraseDueLeads(api.sql, noon(25))).rejects.toThrow(
      'Sealed Fair has a sealed draw: draw it or void it first',
    );
    expect([await countLeads(sealed.eventId), await countLeads(id)]).toEqual([2, 0]);
    await sealed.raffle.voidDraw('Forgotten');
    expect(await eraseDueLeads(api.sql, noon(25))).toBe(2);
  });

  describe('that a change has brought forward', () => {
    const soon = { date: '2020-01-01', retentionDays: 1 };
    const seen = { day: '2020-01-02', leads: 1 };
    const confirm = (client: Client, id: string, currentPassword: string, what = seen) =>
      client.post(`/api/events/${id}/erasure`, { currentPassword, ...what });
    const tomorrow = () => new Date(Date.now() + 25 * 3_600_000);
    const erasureOf = async (id: string) =>
      (await api.admin.get(`/api/events/${id}`)).as(adminEvent).erasure;
    const makeEvent = async (fields = {}) => {
      const { id } = await createEvent(api.admin, { date: '2098-12-05', ...fields });
      await submitLead(api.anyone, id);
      return id;
    };

    it('waits too if another clock brings it forward', async () => {
      const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
      // The day ends in the west (UTC-12) at three in the afternoon UTC, in more than 24 hours; in the east it ends
      // 26 hours earlier.
      const day = hours(24 + 9);
      const date = new Date(day.getTime() - 24 * 3_600_000).toISOString().slice(0, 10);
      const id = await makeEvent({ date, retentionDays: 1, timeZone: 'Etc/GMT+12' });
      expect(await erasureOf(id)).toBeNull();
      const program = await newProgram(api, ['events:write']);
      const moved = { timeZone: 'Pacific/Kiritimati' };
      expect((await program.patch(`/api/events/${id}`, moved)).status).toBe(200);
      expect(await erasureOf(id)).toMatchObject({ confirmedAt: null });
      expect(await eraseDueLeads(api.sql, hours(72))).toBe(0);
      await api.admin.delete(`/api/events/${id}`);
    });

    it('waits for an administrator of all events to confirm it, and then for a day', async () => {
      const id = await makeEvent();
      const program = await newProgram(api, ['events:write']);
      const organiser = await newAdministrator(api, [id]);
      const admin = await newAdministrator(api);
      for (const client of [program, organiser, admin]) {
        expect((await client.patch(`/api/events/${id}`, soon)).status).toBe(200);
        expect(await eraseDueLeads(api.sql, tomorrow())).toBe(0);
        expect(await erasureOf(id)).toMatchObject({ confirmedAt: null });
      }
      for (const client of [program, organiser]) {
        expect((await confirm(client, id, 'secret-enough')).status).toBe(403);
      }
      expect((await confirm(admin, id, 'guessed')).status).toBe(403);
      const confirmed = (await confirm(admin, id, 'secret-enough')).as(adminEvent);
      expect(confirmed.erasure).toEqual({ day: seen.day, confirmedAt: expect.any(String) });
      expect((await confirm(admin, id, 'secret-enough')).problem).toEqual([
        409,
        'No erasure is waiting to be confirmed in this event',
      ]);
      expect(await eraseDueLeads(api.sql, new Date())).toBe(0);
      expect(await eraseDueLeads(api.sql, tomorrow())).toBe(1);
      const trail = await api.admin.get('/api/audit?kind=erasure-confirmed&limit=1');
      expect(trail.as(auditPage)[0]?.details).toEqual({ leads: 1 });
    });

    it('is confirmed as it was seen, and not if the day has moved or there are more leads', async () => {
      const id = await makeEvent();
      await api.admin.patch(`/api/events/${id}`, soon);
      const changed = [
        409,
        'The day of erasure or the number of leads has changed. Load the event again, then confirm.',
      ];
      const program = await newProgram(api, ['events:write']);
      await program.patch(`/api/events/${id}`, { date: '2019-12-31' });
      expect((await confirm(api.admin, id, ADMIN.password)).problem).toEqual(changed);
      await program.patch(`/api/events/${id}`, soon);
      await submitLead(api.anyone, id);
      expect((await confirm(api.admin, id, ADMIN.password)).problem).toEqual(changed);
      expect(await erasureOf(id)).toEqual({ day: seen.day, confirmedAt: null });
      const more = { ...seen, leads: 3 };
      expect((await confirm(api.admin, id, ADMIN.password, more)).status).toBe(200);
      expect(await eraseDueLeads(api.sql, tomorrow())).toBe(2);
    });

    it.each<[string, object[], 'stays agreed' | 'waits']>([
      ['to a later day than at first', [soon, { date: '2098-11-01' }], 'stays agreed'],
      ['after the retention was made longer', [{ retentionDays: 3650 }, soon], 'waits'],
      ['after it was taken away', [{ retentionDays: null }, soon], 'waits'],
      ['to a day that is still to come', [{ date: '2098-11-20' }], 'stays agreed'],
      [
        'again, out of sight',
        [soon, { archived: true, timeZone: 'Pacific/Auckland' }],
        'stays agreed',
      ],
    ])('waits however a program does it: %s', async (_how, changes, back) => {
      const id = await makeEvent({ retentionDays: 7 });
      const program = await newProgram(api, ['events:write']);
      for (const change of changes) await program.patch(`/api/events/${id}`, change);
      // A change of another field by an administrator approves nothing.
      const { date, retentionDays } = (await api.admin.get(`/api/events/${id}`)).as(adminEvent);
      await api.admin.patch(`/api/events/${id}`, { name: 'Renamed', date, retentionDays });
      expect(await erasureOf(id)).toMatchObject({ confirmedAt: null });
      expect(await eraseDueLeads(api.sql, new Date('2099-06-01'))).toBe(0);
      // The original day is still approved, unless an administrator has set a later one meanwhile.
      await program.patch(`/api/events/${id}`, { date: '2098-12-05', retentionDays: 7 });
      const agreed = back === 'stays agreed';
      expect((await erasureOf(id)) === null).toBe(agreed);
      expect(await eraseDueLeads(api.sql, new Date('2099-06-01'))).toBe(agreed ? 1 : 0);
    });

    it('waits if a program set it with the event', async () => {
      const program = await newProgram(api, ['events:write']);
      const { id } = await createEvent(program, { date: '2098-12-05', retentionDays: 7 });
      expect(await erasureOf(id)).toEqual({ day: '2098-12-12', confirmedAt: null });
    });

    it.each([
      ['date', { retentionDays: 1 }, { date: '2098-12-04' }],
      ['period', { date: '2098-11-01' }, { retentionDays: 8 }],
    ])(
      "waits if an administrator sets the %s beside a program's change",
      async (_what, one, other) => {
        const id = await makeEvent({ retentionDays: 7 });
        await (await newProgram(api, ['events:write'])).patch(`/api/events/${id}`, one);
        await api.admin.patch(`/api/events/${id}`, other);
        expect(await erasureOf(id)).toMatchObject({ confirmedAt: null });
        const both = { date: '2098-11-02', retentionDays: 2 };
        await api.admin.patch(`/api/events/${id}`, both);
        expect(await erasureOf(id)).toBeNull();
      },
    );

    it('waits if the event was past it from the beginning', async () => {
      const id = await makeEvent(soon);
      expect(await eraseDueLeads(api.sql, tomorrow())).toBe(0);
      expect(await erasureOf(id)).toMatchObject({ confirmedAt: null });
    });

    it('does not wait if an administrator of all events has set a later day', async () => {
      const id = await makeEvent();
      await api.admin.patch(`/api/events/${id}`, { date: '2098-01-01', retentionDays: 1 });
      expect(await erasureOf(id)).toBeNull();
      expect(await eraseDueLeads(api.sql, new Date('2098-01-03'))).toBe(1);
    });
  });
});
