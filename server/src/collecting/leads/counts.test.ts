import { randomUUID } from 'node:crypto';
import { analytics } from '@drawbridge/contract/collecting/analytics';
import { leadTally } from '@drawbridge/contract/collecting/lead-lists';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { propertyRuns } from '../../test/database/property-runs.ts';
import { startApi } from '../../test/world/api.ts';
import type { ApiResponse } from '../../test/world/client.ts';
import { createEvent, createVolunteer, newContact, submitLead } from '../../test/world/fixtures.ts';
import { contacts, TestImports } from '../../test/world/imports.ts';
import { addUpLeadCounts } from './store.ts';

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
afterAll(() => api.close());

/** A change of one lead or of all. `pick` chooses one of several. */
type Step = (pick: <T>(several: readonly T[]) => T | undefined) => Promise<ApiResponse | undefined>;

/** All operations that change the number of leads or their groups. */
function steps(events: string[]): Record<string, Step> {
  const leads = async () =>
    (await api.sql<{ id: string }[]>`select id from leads order by submitted_at, id`).map(
      ({ id }) => id,
    );
  const patch =
    (change: object): Step =>
    async (pick) =>
      api.admin.patch(`/api/leads/${pick(await leads())}`, change);
  return {
    enter: async (pick) =>
      api.anyone.post('/api/leads/public', { eventId: pick(events), ...newContact() }),
    collect: async (pick) => {
      const volunteer = await createVolunteer(api, events);
      const lead = await volunteer.client.post('/api/leads', {
        eventId: pick(events),
        ...newContact(),
      });
      expect(lead.status).toBe(201);
      // The leads stay when the account is deleted.
      return pick([true, false]) ? api.admin.delete(`/api/users/${volunteer.id}`) : lead;
    },
    import: async () => {
      const imports = await TestImports.prepare(api);
      return imports.commit(await imports.stage(contacts(3)), 3);
    },
    verify: patch({ status: 'verified' }),
    promote: patch({ status: 'promoted' }),
    rename: patch({ name: 'Somebody Else' }),
    giveSource: patch({ source: 'qr' }),
    move: async (pick) => patch({ eventId: pick(events) })(pick),
    verifyAndUndo: async (pick) => {
      const leadIds = (await leads()).slice(0, 4);
      const request = randomUUID();
      const verified = await api.admin.post(
        '/api/leads/bulk-verify',
        { leadIds },
        { 'idempotency-key': request },
      );
      return pick([true, false]) ? api.admin.post('/api/leads/undo', { request }) : verified;
    },
    delete: async (pick) => api.admin.delete(`/api/leads/${pick(await leads())}`),
    erase: async (pick) => api.admin.post('/api/people/erase', { leadIds: [pick(await leads())] }),
    draw: async (pick) => api.admin.post(`/api/events/${pick(events)}/draw-winner`, {}),
    deleteEvent: async () => {
      const { id } = await createEvent(api.admin);
      await submitLead(api.anyone, id);
      return api.admin.delete(`/api/events/${id}`);
    },
    addUp: async () => {
      await addUpLeadCounts(api.sql);
      return undefined;
    },
  };
}

it('are those of the leads, whatever happens to these at the same time', async () => {
  const events = [await createEvent(api.admin), await createEvent(api.admin)].map(({ id }) => id);
  const all = steps(events);
  // In this order, each operation succeeds.
  for (const [name, step] of Object.entries(all)) {
    const response = await step((several) => several.at(-1));
    expect(response?.status ?? 200, name).toBeLessThan(300);
  }
  const run = fc.tuple(fc.constantFrom(...Object.keys(all)), fc.nat());
  await fc.assert(
    fc.asyncProperty(fc.array(run, { minLength: 60, maxLength: 60 }), async (chosen) => {
      await Promise.all(
        [0, 1, 2, 3].map(async (lane) => {
          for (const [name, seed] of chosen.filter((_, at) => at % 4 === lane)) {
            const pick = <T>(several: readonly T[]) => several[seed % several.length];
            const response = await all[name]?.(pick);
            expect(response?.status ?? 200, name).toBeLessThan(500);
          }
        }),
      );
      expect(await api.sql`select * from wrong_lead_counts`).toEqual([]);
    }),
    { numRuns: propertyRuns(24), endOnFailure: true },
  );

  const [{ leads } = { leads: 0 }] = await api.sql<{ leads: number }[]>`
    select count(*)::int as leads from leads`;
  expect((await api.admin.get('/api/analytics')).as(analytics).totalLeads).toBe(leads);
  const { pending, verified, promoted } = (await api.admin.get('/api/leads/counts')).as(leadTally);
  expect(pending + verified + promoted).toBe(leads);
});

it('are few rows once they have been added up, however many changes there were', async () => {
  const { id } = await createEvent(api.admin);
  for (let n = 0; n < 5; n += 1) await submitLead(api.anyone, id);
  await Promise.all([addUpLeadCounts(api.sql), addUpLeadCounts(api.sql)]);
  expect(
    await api.sql`select status, source, n from lead_counts where kind = 'event' and event_id = ${id}`,
  ).toEqual([{ status: 'pending', source: 'qr', n: 5 }]);
  expect(await api.sql`select * from wrong_lead_counts`).toEqual([]);
  await api.admin.delete(`/api/events/${id}`);
  await addUpLeadCounts(api.sql);
  expect(await api.sql`select from lead_counts where event_id = ${id}`).toEqual([]);
});
