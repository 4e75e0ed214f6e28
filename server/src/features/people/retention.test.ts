import { auditPage } from '@drawbridge/contract/audit';
import { afterAll, describe, expect, it } from 'vitest';
import { startApi } from '../../test/api.ts';
import { createEvent, submitLead } from '../../test/fixtures.ts';
import { listLeads } from '../../test/leads.ts';
import { eventWithPeople, mismatches } from '../../test/raffle.ts';
import { eraseDueLeads } from './retention.ts';

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
afterAll(() => api.close());

/** Two in the night or noon of a day in December, on the server's clock. */
const noon = (day: number) => new Date(2026, 11, day, 12);
const two = (day: number) => new Date(2026, 11, day, 2);
const countLeads = async (eventId: string) => (await listLeads(api, `?eventId=${eventId}`)).length;

describe('retention', () => {
  it('erases the leads of an event on its day and not before, and those of no other', async () => {
    const { id } = await createEvent(api.admin, { date: '2026-12-05', retentionDays: 7 });
    const { id: kept } = await createEvent(api.admin, { date: '2026-12-05' });
    await submitLead(api.anyone, id);
    await submitLead(api.anyone, id);
    await submitLead(api.anyone, kept);
    for (const early of [noon(5), noon(11), two(12)]) {
      expect(await eraseDueLeads(api.sql, early)).toBe(0);
    }
    expect(await countLeads(id)).toBe(2);
    expect(await eraseDueLeads(api.sql, noon(12))).toBe(2);
    expect([await countLeads(id), await countLeads(kept)]).toEqual([0, 1]);
    const { entries } = (await api.admin.get('/api/audit?limit=1')).as(auditPage);
    expect(entries[0]).toMatchObject({
      kind: 'leads-erased',
      actor: { id: null, name: 'Drawbridge' },
      event: { id },
      details: { leads: 2, winners: 0 },
    });
  });

  it("goes by the event's clock", async () => {
    const fields = { date: '2026-11-20', retentionDays: 1 };
    const day = async (timeZone: string, at: string) => {
      const { id } = await createEvent(api.admin, { ...fields, timeZone });
      await submitLead(api.anyone, id);
      const erased = await eraseDueLeads(api.sql, new Date(at));
      await api.admin.delete(`/api/events/${id}`);
      return erased;
    };
    expect(await day('Pacific/Auckland', '2026-11-20T13:59:00Z')).toBe(0);
    expect(await day('Pacific/Auckland', '2026-11-20T14:00:00Z')).toBe(1);
    expect(await day('America/Los_Angeles', '2026-11-21T10:59:00Z')).toBe(0);
    expect(await day('America/Los_Angeles', '2026-11-21T11:00:00Z')).toBe(1);
  });

  it('catches up after nights without a server, and with leads that arrive late', async () => {
    const { id } = await createEvent(api.admin, { date: '2026-11-20', retentionDays: 1 });
    await submitLead(api.anyone, id);
    expect(await eraseDueLeads(api.sql, noon(24))).toBe(1);
    await submitLead(api.anyone, id);
    expect(await eraseDueLeads(api.sql, noon(25))).toBe(1);
    expect(await countLeads(id)).toBe(0);
  });

  it('happens once, however many servers do it at the same time', async () => {
    const { id } = await createEvent(api.admin, { date: '2026-11-20', retentionDays: 1 });
    for (let n = 0; n < 5; n += 1) await submitLead(api.anyone, id);
    const erased = await Promise.all([1, 2, 3].map(() => eraseDueLeads(api.sql, noon(25))));
    expect(erased.sort()).toEqual([0, 0, 5]);
    const [row] = await api.sql<[{ count: number }]>`
      select count(*)::int as count from audit_log where event_id = ${id} and kind = 'leads-erased'`;
    expect(row.count).toBe(1);
  });

  it('leaves winners as Erased, in draws that still check out', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 3, {
      date: '2026-11-20',
      retentionDays: 1,
    });
    await raffle.draw();
    await eraseDueLeads(api.sql, noon(25));
    expect((await raffle.results())[0]?.winner).toEqual({ name: 'Erased', email: null });
    const proof = await raffle.proof();
    expect(proof.draws[0]).toMatchObject({ winner: null, erased: { because: 'retention' } });
    expect(mismatches(proof)).toEqual([]);
    expect(await countLeads(eventId)).toBe(0);
  });

  it('says which event has a sealed draw, and does the others', async () => {
    const fields = { date: '2026-11-20', retentionDays: 1 };
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

  it.each([0, -1, 3651, 1.5, '7'])('of %j days is refused', async (retentionDays) => {
    const { id } = await createEvent(api.admin);
    const { problem } = await api.admin.patch(`/api/events/${id}`, { retentionDays });
    expect(problem).toEqual([400, 'Days must be a whole number from 1 to 3650']);
  });
});
