import { leadExportRow } from '@drawbridge/contract/collecting/lead-lists';
import { adminLead, ownLead } from '@drawbridge/contract/collecting/leads';
import { adminEvent, publicEvent } from '@drawbridge/contract/events/events';
import { fullRecord } from '@drawbridge/contract/fair-draw/draws';
import { eligiblePeople } from '@drawbridge/contract/raffle/drawing';
import { liveSnapshot } from '@drawbridge/contract/raffle/live';
import { prize } from '@drawbridge/contract/raffle/prizes';
import { raffleResult } from '@drawbridge/contract/raffle/raffle';
import { assignment, volunteer } from '@drawbridge/contract/team/volunteers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listOwnLeads } from '../../collecting/lead-changes/own-leads-store.ts';
import { findLeads } from '../../collecting/leads/store.ts';
import type { Database } from '../../db/client.ts';
import { findEvent, findPublicEvent } from '../../events/events/store.ts';
import { listResults } from '../../raffle/draws/store.ts';
import { readSnapshot } from '../../raffle/live/store.ts';
import { listPrizes } from '../../raffle/prizes/store.ts';
import { countEligible } from '../../raffle/rosters/eligible-store.ts';
import { listAssignments } from '../../team/assignments/store.ts';
import { listVolunteers } from '../../team/volunteers/store.ts';
import { startApi, type TestApi } from '../world/api.ts';
import { createPrize, createVolunteer, newContact } from '../world/fixtures.ts';
import { adminLeads } from '../world/leads.ts';
import { eventWithPeople } from '../world/raffle.ts';

let api: TestApi;
let eventId: string;
let collectorId: string;
beforeAll(async () => {
  api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
  const { raffle, ...event } = await eventWithPeople(api, 3);
  eventId = event.eventId;
  const collector = await createVolunteer(api, [eventId]);
  collectorId = collector.id;
  await collector.client.post('/api/leads', { eventId, ...newContact() });
  await createPrize(api.admin, eventId);
  await api.admin.post('/api/sponsors', {
    eventId,
    logo: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  });
  await raffle.draw();
  await raffle.seal();
  await raffle.voidDraw('Too early');
  await raffle.forfeit(1);
  await raffle.draw();
});
afterAll(() => api.close());

/** At least one row, and in each the fields of the contract and no others. */
const rowsOf = (shape: z.ZodObject) => z.array(shape.strict()).min(1);

describe('streamed answers have the fields of the contract and no others', () => {
  it.each(['', '&q=a', '&status=verified', '&source=qr', '&from=2000-01-01', '&to=2100-01-01'])(
    'leads %s',
    async (filter) => {
      const response = await api.admin.get(`/api/leads?eventId=${eventId}${filter}`);
      expect(response.as(adminLeads).length).toBeGreaterThan(0);
    },
  );

  it('the export', async () => {
    const response = await api.admin.get(`/api/leads/export?eventId=${eventId}`);
    expect(response.as(rowsOf(leadExportRow))).toHaveLength(4);
  });

  it('each kind of record with its roster', async () => {
    const kinds = [];
    for (const number of [1, 2, 3, 4]) {
      const response = await api.anyone.get(`/api/events/${eventId}/draws/${number}`);
      kinds.push(response.as(fullRecord).kind);
    }
    expect(kinds).toEqual(['draw', 'void', 'forfeit', 'draw']);
  });
});

describe('stores return only those fields too, before any schema removes the rest', () => {
  const reads: [what: string, shape: z.ZodType, read: (db: Database) => Promise<unknown>][] = [
    ['an event', adminEvent.strict(), (db) => findEvent(db, eventId)],
    ['a public event', publicEvent.strict(), (db) => findPublicEvent(db, eventId)],
    [
      'a page of leads',
      rowsOf(adminLead),
      (db) => findLeads(db, { eventId }, { limit: 9, after: undefined }),
    ],
    [
      "a volunteer's leads",
      rowsOf(ownLead),
      (db) => listOwnLeads(db, { id: collectorId, role: 'volunteer', events: null }),
    ],
    ['prizes', rowsOf(prize), async (db) => JSON.parse(await listPrizes(db, { eventId }))],
    ['volunteers', rowsOf(volunteer), (db) => listVolunteers(db)],
    ['assignments', rowsOf(assignment), (db) => listAssignments(db)],
    ['results', rowsOf(raffleResult), (db) => listResults(db, eventId)],
    ['who is eligible', eligiblePeople.strict(), (db) => countEligible(db, eventId)],
    [
      'the live snapshot',
      liveSnapshot.extend({ prizes: rowsOf(prize), results: rowsOf(raffleResult) }).strict(),
      async (db) => JSON.parse((await readSnapshot(db, eventId))?.json ?? ''),
    ],
  ];
  it.each(reads)('%s', async (_what, shape, read) => {
    expect(shape.safeParse(await read(api.sql)).error).toBeUndefined();
  });
});
