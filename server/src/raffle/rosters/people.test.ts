import { randomUUID } from 'node:crypto';
import { hexesOf } from '@drawbridge/contract/fair-draw/bytes';
import { ticketOf } from '@drawbridge/contract/fair-draw/tickets';
import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { type DrawLead, drawLists, type Win } from '../../../../contract/vectors/people.ts';
import { propertyRuns } from '../../test/database/property-runs.ts';
import { startApi } from '../../test/world/api.ts';
import { createEvent } from '../../test/world/fixtures.ts';
import { compareLists, mismatches, raffleOf } from '../../test/world/raffle.ts';

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
afterAll(() => api.close());

/** Two roll calls that have been opened and closed. */
const [EARLIER, LATEST] = [1_000_000, 1_000_060];
const FIRST_CONTACT = Date.UTC(2026, 11, 5, 9);

/** Few numbers and addresses, so that many leads share them. */
const someLead = fc.record({
  phoneKey: fc.constantFrom('+44770090001', '+44770090002', '+44770090003', '+44770090004'),
  email: fc.constantFrom(null, 'a@example.com', 'A@Example.com', 'b@example.com', 'c@example.com'),
  name: fc.constantFrom('Amara', 'Zoë Müller', 'Jo', '王小明'),
  status: fc.constantFrom('pending', 'verified', 'verified', 'verified', 'promoted'),
  contactAt: fc.integer({ min: 0, max: 5 }),
  chances: fc.constantFrom(1, 1, 2, 7, 1000),
  here: fc.constantFrom(0, EARLIER, LATEST, LATEST),
});
const someEvent = fc.record({
  leads: fc.array(someLead, { minLength: 1, maxLength: 14 }),
  maxChances: fc.constantFrom(1, 5, 1000),
  /** The draws: each is for everybody or for the people who are here. Then a lead is deleted. */
  draws: fc.array(fc.record({ onlyHere: fc.boolean(), deleted: fc.nat(20) }), {
    minLength: 1,
    maxLength: 3,
  }),
});
type SomeEvent = typeof someEvent extends fc.Arbitrary<infer Value> ? Value : never;

async function fill(eventId: string, { leads, maxChances }: SomeEvent): Promise<StoredLead[]> {
  await api.sql`update events set max_chances = ${maxChances} where id = ${eventId}`;
  await api.sql`
    insert into roll_calls (event_id, number, digits, closed_at)
    select ${eventId}, number, '0000', now() from unnest(${[EARLIER, LATEST]}::bigint[]) number`;
  const prefix = randomUUID().slice(0, 24);
  const stored = leads.map((lead, id) => {
    const code = crypto.getRandomValues(new Uint8Array(16));
    const uuid = prefix + id.toString(16).padStart(12, '0');
    return { ...lead, id, uuid, code, ticket: ticketOf(eventId, code) };
  });
  const rows = stored.map((lead) => ({
    ...lead,
    code: bytesToHex(lead.code),
    contactAt: new Date(FIRST_CONTACT + lead.contactAt * 1000).toISOString(),
  }));
  await api.sql`
    insert into leads (id, event_id, name, phone, phone_key, email, status, verified_at, fingerprint, entry_code,
                       contact_at, chances, here)
    select uuid, ${eventId}, name, substring("phoneKey" from 2), "phoneKey", email, status,
           case when status <> 'pending' then now() end, sha256(''), decode(code, 'hex'), "contactAt", chances, here
    from jsonb_to_recordset(${JSON.stringify(rows)}) as t (
      uuid uuid, name text, "phoneKey" text, email text, status text, code text, "contactAt" timestamptz,
      chances int, here bigint)`;
  return stored;
}

type StoredLead = DrawLead & { uuid: string };

it('the server puts leads into rosters and registers by the plainest form of the rules', async () => {
  await fc.assert(
    fc.asyncProperty(someEvent, async (given) => {
      const { id: eventId } = await createEvent(api.admin);
      const raffle = raffleOf(api, eventId);
      const all = await fill(eventId, given);
      let leads = all;
      const removed: Uint8Array[] = [];
      const wins: Win[] = [];
      const expected = (number: number, onlyHere: boolean) =>
        drawLists(eventId, {
          ...{ number, leads, removed, wins, maxChances: given.maxChances },
          rollCall: onlyHere ? LATEST : 0,
        });
      const lists: [ReturnType<typeof expected>, boolean][] = [];
      for (const { onlyHere, deleted } of given.draws) {
        const list = expected(lists.length + 1, onlyHere);
        const response = await raffle.draw(null, '', { onlyHere });
        expect(response.status).toBe(list.lines.length === 0 ? 409 : 201);
        if (response.status === 201) {
          lists.push([list, onlyHere]);
          const { tickets } = response.json<{ tickets: string[] }>();
          const won = list.lines.find((line) => hexesOf(line.tickets).join() === tickets.join());
          wins.push(won?.leads ?? []);
        }
        const lead = leads[deleted % Math.max(1, leads.length)];
        const gone = lead && (await api.admin.delete(`/api/leads/${lead.uuid}`)).status === 200;
        if (!gone) continue;
        removed.push(lead.ticket);
        leads = leads.filter((each) => each !== lead);
      }
      const proof = await raffle.proof();
      expect(mismatches(proof)).toEqual([]);
      expect(proof.draws).toHaveLength(lists.length);
      compareLists(proof.draws, new Map(lists.map(([list], index) => [index + 1, list])));
    }),
    { numRuns: propertyRuns(200) },
  );
});
