import { compareHashes, HASH_BYTES } from '@drawbridge/contract/fair-draw/bytes';
import type { Exclusions } from '@drawbridge/contract/fair-draw/register';
import { type Line, personOf, type Roster } from '@drawbridge/contract/fair-draw/roster';
import { exclusionReasons } from '@drawbridge/contract/fair-draw/scheme';
import { nameHashOf, saltOf } from '@drawbridge/contract/fair-draw/tickets';

/** The fields of a lead that determine its part in a draw. */
export interface DrawLead {
  id: number;
  code: Uint8Array;
  ticket: Uint8Array;
  phoneKey: string;
  email: string | null;
  name: string;
  status: string;
  contactAt: number;
  chances: number;
  /** The roll call that the lead answered last; 0 for none. */
  here: number;
  /** True if it shared the number or address of a winner when that winner was erased. */
  barred?: boolean;
}

/** A line that has won: its leads, the named one first. */
export type Win = readonly DrawLead[];

export interface DrawLists {
  /** The lines in the order of the roster; the earliest lead first. */
  lines: (Line & { leads: DrawLead[]; person: Uint8Array })[];
  roster: Roster;
  register: Exclusions;
}

/**
 * The rules of 'People and chances' in their plainest form: the roster and the register of a draw. The server has the
 * same rules in SQL.
 */
export function drawLists(
  eventId: string,
  draw: {
    number: number;
    leads: readonly DrawLead[];
    /** The tickets that no lead of the event has any more. */
    removed: readonly Uint8Array[];
    wins: readonly Win[];
    rollCall: number;
    maxChances: number;
  },
): DrawLists {
  const { number, leads, removed, wins, rollCall, maxChances } = draw;
  const excluded: Record<(typeof exclusionReasons)[number], Uint8Array[]> = {
    ...{ removed: [...removed], won: [], unverified: [], promoted: [], related: [], absent: [] },
  };
  const people = new Map<string, { chances: number; leads: DrawLead[] }>();
  for (const lead of leads) {
    if (wins.some((line) => line.some(({ id }) => id === lead.id))) excluded.won.push(lead.ticket);
    else if (lead.status === 'pending') excluded.unverified.push(lead.ticket);
    else if (lead.status === 'promoted') excluded.promoted.push(lead.ticket);
    else if (lead.barred || wins.some(([named]) => named && isRelated(lead, named))) {
      excluded.related.push(lead.ticket);
    } else {
      const person = people.get(lead.phoneKey) ?? { chances: 0, leads: [] };
      people.set(lead.phoneKey, person);
      person.chances = Math.min(maxChances, Math.max(person.chances, lead.chances));
      if (rollCall === 0 || lead.here === rollCall) person.leads.push(lead);
      else excluded.absent.push(lead.ticket);
    }
  }
  const lines = [...people.values()]
    .filter((person) => person.leads.length > 0)
    .map((person) => {
      const leads = person.leads.toSorted(
        (one, other) => one.contactAt - other.contactAt || one.id - other.id,
      );
      const [named] = leads as [DrawLead];
      const salt = saltOf(eventId, number, named.code);
      const line = {
        tickets: joined(leads.map(({ ticket }) => ticket)),
        nameHash: nameHashOf(eventId, { ...named, salt }),
        chances: person.chances,
      };
      return { ...line, leads, person: personOf(eventId, line) };
    })
    .sort((one, other) => compareHashes(one.person, other.person));
  const register = Object.fromEntries(
    exclusionReasons.map((reason) => [reason, joined(excluded[reason])]),
  ) as Exclusions;
  return { lines, roster: rosterOf(lines), register };
}

function isRelated(lead: DrawLead, winner: DrawLead): boolean {
  const email = lead.email?.toLowerCase();
  return (
    lead.phoneKey === winner.phoneKey ||
    (email !== undefined && email === winner.email?.toLowerCase())
  );
}

/** Hashes in ascending order, one after the other. */
export const joined = (hashes: readonly Uint8Array[]): Uint8Array =>
  concat(hashes.toSorted(compareHashes));

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Lines as a roster, in the given order. */
export function rosterOf(lines: readonly Line[]): Roster {
  let end = 0;
  return {
    tickets: concat(lines.map(({ tickets }) => tickets)),
    ends: Uint32Array.from(lines, ({ tickets }) => {
      end += tickets.length / HASH_BYTES;
      return end;
    }),
    nameHashes: concat(lines.map(({ nameHash }) => nameHash)),
    chances: Uint32Array.from(lines, ({ chances }) => chances),
  };
}
