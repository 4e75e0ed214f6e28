import { ownLead } from '@drawbridge/contract/collecting/leads';
import { fullRecord } from '@drawbridge/contract/fair-draw/draws';
import { newEntryCode, readEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { ticketOf } from '@drawbridge/contract/fair-draw/tickets';
import { type EligiblePeople, eligiblePeople } from '@drawbridge/contract/raffle/drawing';
import { raffleResult } from '@drawbridge/contract/raffle/raffle';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { propertyRuns } from '../../test/database/property-runs.ts';
import { startApi } from '../../test/world/api.ts';
import { createEvent, newContact, submitLead, verifiedLead } from '../../test/world/fixtures.ts';
import { eventWithPeople, mismatches, raffleOf } from '../../test/world/raffle.ts';

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
afterAll(() => api.close());

async function eligible(eventId: string): Promise<EligiblePeople> {
  return (await api.admin.get(`/api/events/${eventId}/eligible`)).as(eligiblePeople);
}

describe('a visitor who wants to bend the draw', () => {
  it('cannot merge rivals by typing the phone of one and the e-mail of another', async () => {
    const { eventId, leads } = await eventWithPeople(api, 12);
    for (const [n, { phone }] of leads.entries()) {
      await submitLead(api.anyone, eventId, { phone, email: leads[(n + 1) % 12]?.email });
    }
    expect(await eligible(eventId)).toMatchObject({ people: 12, pending: 12 });
  });

  it('cannot remove rivals by entering them with the published e-mail of a winner', async () => {
    const { eventId, leads, raffle } = await eventWithPeople(api, 8);
    const { winner } = (await raffle.draw()).as(raffleResult);
    for (const { phone } of leads) {
      await submitLead(api.anyone, eventId, { phone, email: winner.email });
    }
    expect(await eligible(eventId)).toMatchObject({ people: 7 });
  });

  it('cannot get more chances by spelling one phone number in odd ways', async () => {
    const event = await createEvent(api.admin, { country: 'GB' });
    for (const phone of [
      '07400123456',
      '+07400123456',
      '0+447400123456',
      '0044+7400123456',
      '007400123456',
      '+44 00 7400123456',
      '011447400123456',
    ]) {
      await verifiedLead(api, event.id, { phone });
    }
    expect(await eligible(event.id)).toMatchObject({ people: 1, leads: 7 });
  });
});

describe('an organiser who wants to bend the record', () => {
  it('changes the proof by changing the stored name behind the back of the server', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 2);
    await raffle.draw();
    await api.sql`update winners set name = 'A Friend' where event_id = ${eventId}`;
    expect(mismatches(await raffle.proof())).toMatchObject([
      { field: 'draws[0].winners[0].winner' },
    ]);
  });
});

describe('an organiser who wants a number to win twice', () => {
  it('cannot change how numbers are compared once a draw was sealed or held', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 2, { country: 'GB' });
    const change = () => api.admin.patch(`/api/events/${eventId}`, { country: 'US', name: 'New' });
    const fixed = [409, 'This event has held a draw. Its country can no longer be changed.'];
    await raffle.seal();
    expect((await change()).problem).toEqual(fixed);
    await raffle.draw(null, 'now');
    expect((await change()).problem).toEqual(fixed);
    const event = await api.admin.get(`/api/events/${eventId}`);
    expect(event.json()).toMatchObject({ country: 'GB', name: 'Harbour Winter Fair' });
    // The form sends the country along with other changes.
    const same = await api.admin.patch(`/api/events/${eventId}`, { country: 'GB', name: 'New' });
    expect(same.json()).toMatchObject({ name: 'New' });
  });
});

describe('an organiser who wants the entry code of somebody else', () => {
  it('cannot give it to another lead, also after the first has been deleted or moved', async () => {
    const [event, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    const used = [409, 'This entry code is already in use. Please try again.'];
    const enter = (entryCode: string) =>
      api.anyone.post('/api/leads/public', { eventId: event.id, ...newContact(), entryCode });
    for (const leave of [
      (path: string) => api.admin.delete(path),
      (path: string) => api.admin.patch(path, { eventId: other.id }),
    ]) {
      const code = newEntryCode();
      const { id } = (await enter(code)).as(ownLead);
      expect((await enter(code)).problem).toEqual(used);
      expect((await leave(`/api/leads/${id}`)).status).toBe(200);
      expect((await enter(code)).problem).toEqual(used);
    }
  });
});

describe('an entrant with two entries', () => {
  it('finds themselves with either code, in one line with one chance', async () => {
    const event = await createEvent(api.admin);
    const { phone } = newContact();
    const codes = [newEntryCode(), newEntryCode()];
    for (const entryCode of codes) await verifiedLead(api, event.id, { phone, entryCode });
    await verifiedLead(api, event.id);
    await raffleOf(api, event.id).draw();
    const response = await api.anyone.get(`/api/events/${event.id}/draws/1`);
    const record = response.as(fullRecord);
    const lines = record.kind === 'forfeit' ? [] : record.roster.tickets;
    expect(lines).toHaveLength(2);
    for (const code of codes) {
      const ticket = hexTicket(event.id, code);
      expect(lines.filter((line) => line.includes(ticket)).map((line) => line.length)).toEqual([2]);
    }
  });
});

function hexTicket(eventId: string, code: string): string {
  const bytes = readEntryCode(code) ?? new Uint8Array();
  return Buffer.from(ticketOf(eventId, bytes)).toString('hex');
}

/** An operation on an event. The numbers choose among the existing leads or contacts. */
type Step =
  | { do: 'enter'; phone: number; email: number }
  | { do: 'verify' | 'promote' | 'delete' | 'rename'; lead: number }
  | { do: 'edit'; lead: number; phone: number; email: number }
  | { do: 'draw' }
  | { do: 'forfeit' };

const contact = { phone: fc.nat(5), email: fc.nat(5) };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('enter' as const), ...contact }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('verify' as const, 'verify' as const, 'promote' as const),
      lead: fc.nat(20),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('delete' as const, 'rename' as const),
      lead: fc.nat(20),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('edit' as const), lead: fc.nat(20), ...contact }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('draw' as const, 'forfeit' as const) }) },
);

interface Known {
  id: string;
  ticket: string;
  phone: string;
  email: string | null;
  status: string;
}

describe('in any sequence of entries, edits and draws', () => {
  const phones = Array.from({ length: 6 }, (_, n) => `0770090020${n}`);
  const emails = [null, ...Array.from({ length: 5 }, (_, n) => `p${n}@example.com`)];

  it("a pending lead changes nothing, a verified one only its own line, a win only the winner's leads", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 18 }), async (steps) => {
        const event = await createEvent(api.admin);
        const raffle = raffleOf(api, event.id);
        const leads: Known[] = [];
        let before = await readLines(event.id);
        for (const one of steps) {
          const touched = await take(one, event.id, leads);
          const after = await readLines(event.id);
          const changed = [...symmetricDifference(before, after)];
          // Every added, removed or changed line belongs to a number that the operation may affect.
          for (const line of changed) expect(touched).toContain(phoneOf(line, leads));
          before = after;
        }
        expect(mismatches(await raffle.proof())).toEqual([]);
      }),
      { numRuns: propertyRuns(40) },
    );
  });

  /** Runs the operation, and returns the phone numbers whose lines it may change. */
  async function take(one: Step, eventId: string, leads: Known[]): Promise<string[]> {
    const raffle = raffleOf(api, eventId);
    if (one.do === 'enter') {
      const entryCode = newEntryCode();
      const [phone, email] = [phones[one.phone] ?? '', emails[one.email] ?? null];
      const { id } = await submitLead(api.anyone, eventId, { phone, email, entryCode });
      leads.push({ id, ticket: hexTicket(eventId, entryCode), phone, email, status: 'pending' });
      return [];
    }
    if (one.do === 'draw') {
      const response = await raffle.draw();
      if (response.status === 409) return [];
      const { draws } = await raffle.draws();
      const drawn = draws.find(({ number }) => number === response.as(raffleResult).number);
      const tickets = drawn?.kind === 'draw' ? (drawn.winners[0]?.tickets ?? []) : [];
      const winner = leads.find(({ ticket }) => tickets.includes(ticket));
      // The winning lead is the earliest of its line.
      const same = ({ phone, email }: Known) =>
        phone === winner?.phone || (email !== null && email === winner?.email);
      return leads.filter(same).map(({ phone }) => phone);
    }
    if (one.do === 'forfeit') {
      const [standing] = await raffle.results();
      if (standing) await raffle.forfeit(standing.number);
      return [];
    }
    const lead = leads[one.lead % Math.max(1, leads.length)];
    if (!lead) return [];
    const counted = lead.status === 'verified' ? [lead.phone] : [];
    const path = `/api/leads/${lead.id}`;
    if (one.do === 'delete') {
      if ((await api.admin.delete(path)).status === 200) leads.splice(leads.indexOf(lead), 1);
      // The lead that identified the line is deleted now.
      gone.set(lead.ticket, lead.phone);
      return counted;
    }
    const change = {
      verify: { status: 'verified' },
      promote: { status: 'promoted' },
      rename: { name: 'Somebody Else' },
      edit:
        one.do === 'edit'
          ? { phone: phones[one.phone] ?? '', email: emails[one.email] ?? null }
          : {},
    }[one.do];
    const response = await api.admin.patch(path, change);
    if (response.status !== 200) return [];
    const { status, email } = response.as(ownLead);
    const moved = one.do === 'edit' ? (phones[one.phone] ?? '') : lead.phone;
    Object.assign(lead, { status, email, phone: moved });
    return status === 'verified' ? [...counted, moved] : counted;
  }

  const gone = new Map<string, string>();

  function phoneOf(line: string, leads: readonly Known[]): string | undefined {
    const [ticket = ''] = line.split(' ');
    return leads.find((lead) => lead.ticket === ticket)?.phone ?? gone.get(ticket);
  }

  /** The lines of the current roster, read by sealing a draw and voiding it. */
  async function readLines(eventId: string): Promise<Set<string>> {
    const raffle = raffleOf(api, eventId);
    const sealed = await raffle.seal();
    if (sealed.status === 409) return new Set();
    const { number } = sealed.json<{ number: number }>();
    await raffle.voidDraw('Looked at');
    const response = await api.anyone.get(`/api/events/${eventId}/draws/${number}`);
    const { roster } = response.json<{ roster: { tickets: string[][] } }>();
    return new Set(roster.tickets.map((line) => line.join(' ')));
  }
});

function symmetricDifference(one: Set<string>, two: Set<string>): Set<string> {
  return new Set([
    ...[...one].filter((line) => !two.has(line)),
    ...[...two].filter((line) => !one.has(line)),
  ]);
}
