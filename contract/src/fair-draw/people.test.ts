import { randomUUID } from 'node:crypto';
import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DrawLead, drawLists, type Win } from '../../vectors/people.ts';
import { hexesOf } from './bytes.ts';
import { type ExclusionReason, exclusionReasons } from './scheme.ts';
import { ticketOf } from './tickets.ts';

const eventId = randomUUID();

/** Few numbers and addresses, so that many leads share them. */
const someLead = fc.record({
  code: fc.uint8Array({ minLength: 16, maxLength: 16 }),
  phoneKey: fc.constantFrom('+441', '+442', '+443', '+444'),
  email: fc.constantFrom(null, 'a@example.com', 'A@Example.com', 'b@example.com', 'c@example.com'),
  name: fc.constantFrom('Amara', 'Zoë', 'Jo'),
  status: fc.constantFrom('pending', 'verified', 'verified', 'promoted'),
  contactAt: fc.integer({ min: 0, max: 5 }),
  chances: fc.integer({ min: 1, max: 1000 }),
  here: fc.constantFrom(0, 7, 9),
});
const someLeads = fc
  .uniqueArray(someLead, { minLength: 1, maxLength: 12, selector: ({ code }) => bytesToHex(code) })
  .map((leads) =>
    leads.map((lead, id): DrawLead => ({ ...lead, id, ticket: ticketOf(eventId, lead.code) })),
  );
const someDraw = fc.record({
  leads: someLeads,
  rollCall: fc.constantFrom(0, 9),
  maxChances: fc.constantFrom(1, 5, 1000),
});

type Draw = Omit<Parameters<typeof drawLists>[1], 'number' | 'removed' | 'wins'> & { wins?: Win[] };
const listsOf = ({ wins = [], ...draw }: Draw) =>
  drawLists(eventId, { number: 3, removed: [], wins, ...draw });
type Lists = ReturnType<typeof listsOf>;

/** The lines by phone number, each with everything that is published of it. */
const linesOf = ({ lines }: Lists) =>
  new Map(
    lines.map(({ leads, tickets, nameHash, chances }) => [
      leads[0]?.phoneKey,
      { tickets: hexesOf(tickets), nameHash: bytesToHex(nameHash), chances },
    ]),
  );

const reasonOf = ({ register }: Lists, { ticket }: DrawLead): ExclusionReason | undefined =>
  exclusionReasons.find((reason) => hexesOf(register[reason]).includes(bytesToHex(ticket)));

const property = <Values extends [unknown, ...unknown[]]>(
  ...given: Parameters<typeof fc.property<Values>>
) => fc.assert(fc.property<Values>(...given), { numRuns: 300 });

describe('people and chances', () => {
  it('a lead that is not verified changes nothing for anybody', () => {
    property(someDraw, someLead, fc.constantFrom('pending', 'promoted'), (draw, lead, status) => {
      const added = { ...lead, status, id: 99, ticket: ticketOf(eventId, lead.code) };
      const before = listsOf(draw);
      const after = listsOf({ ...draw, leads: [...draw.leads, added] });
      expect(linesOf(after)).toEqual(linesOf(before));
      for (const each of draw.leads) expect(reasonOf(after, each)).toBe(reasonOf(before, each));
      const reason = status === 'pending' ? 'unverified' : 'promoted';
      expect(reasonOf(after, added)).toBe(reason);
    });
  });

  it('a verified lead changes only the line of its own number', () => {
    property(someDraw, someLead, (draw, lead) => {
      const added = { ...lead, status: 'verified', id: 99, ticket: ticketOf(eventId, lead.code) };
      const [before, after] = [draw, { ...draw, leads: [...draw.leads, added] }].map((each) =>
        linesOf(listsOf(each)),
      ) as [ReturnType<typeof linesOf>, ReturnType<typeof linesOf>];
      before.delete(lead.phoneKey);
      after.delete(lead.phoneKey);
      expect(after).toEqual(before);
    });
  });

  it('a win removes only leads with the winner’s own number or address', () => {
    property(someDraw, fc.nat(), (draw, index) => {
      const before = listsOf(draw);
      const winner = before.lines[index % Math.max(1, before.lines.length)]?.leads;
      if (!winner) return;
      const after = listsOf({ ...draw, wins: [winner] });
      const [{ phoneKey, email }] = winner as [DrawLead];
      for (const lead of draw.leads) {
        const own = winner.some(({ id }) => id === lead.id);
        const shares =
          lead.phoneKey === phoneKey ||
          (email !== null && lead.email?.toLowerCase() === email.toLowerCase());
        const [was, is] = [reasonOf(before, lead), reasonOf(after, lead)];
        if (own) expect(is).toBe('won');
        else if (was === 'unverified' || was === 'promoted') expect(is).toBe(was);
        else expect(is).toBe(shares ? 'related' : was);
      }
    });
  });

  it('another lead’s address in the winning line takes nobody out', () => {
    const lead = (id: number, phoneKey: string, email: string): DrawLead => {
      const code = new Uint8Array(16).fill(id);
      const ticket = ticketOf(eventId, code);
      const rest = { name: 'Jo', status: 'verified', contactAt: id, chances: 1, here: 0 };
      return { id, code, ticket, phoneKey, email, ...rest };
    };
    const leads = [lead(1, '+441', 'a@example.com'), lead(2, '+441', 'office@example.com')];
    const colleague = lead(3, '+442', 'office@example.com');
    const draw = { leads: [...leads, colleague], rollCall: 0, maxChances: 1 };
    expect(reasonOf(listsOf({ ...draw, wins: [leads] }), colleague)).toBeUndefined();
  });

  it('entering again never gives more than the most of the entries, and never more than allowed', () => {
    property(someDraw, (draw) => {
      for (const { leads, chances } of listsOf({ ...draw, rollCall: 0 }).lines) {
        const maximum = Math.max(...leads.map((lead) => lead.chances));
        expect(chances).toBe(Math.min(maximum, draw.maxChances));
      }
    });
  });

  it('a roll call leaves leads out, and changes no chances', () => {
    property(someDraw, (draw) => {
      const all = linesOf(listsOf({ ...draw, rollCall: 0 }));
      const here = listsOf({ ...draw, rollCall: 9 });
      for (const [number, line] of linesOf(here)) {
        expect(line.chances).toBe(all.get(number)?.chances);
        expect(all.get(number)?.tickets).toEqual(expect.arrayContaining(line.tickets));
      }
      for (const lead of draw.leads) {
        const isIn = all.get(lead.phoneKey)?.tickets.includes(bytesToHex(lead.ticket));
        if (isIn) expect(reasonOf(here, lead)).toBe(lead.here === 9 ? undefined : 'absent');
        else expect(reasonOf(here, lead)).not.toBe('absent');
      }
    });
  });

  it('a line is named by the lead whose contact was set first', () => {
    property(someDraw, (draw) => {
      for (const { leads } of listsOf(draw).lines) {
        const [first] = leads as [DrawLead];
        for (const { contactAt, id } of leads) {
          expect(
            first.contactAt < contactAt || (first.contactAt === contactAt && first.id <= id),
          ).toBe(true);
        }
      }
    });
  });

  it('every ticket is in the roster or in one list of the register, and nowhere twice', () => {
    property(someDraw, (draw) => {
      const { roster, register } = listsOf(draw);
      const all = [roster.tickets, ...Object.values(register)].flatMap(hexesOf);
      expect(all.toSorted()).toEqual(draw.leads.map(({ ticket }) => bytesToHex(ticket)).toSorted());
    });
  });
});
