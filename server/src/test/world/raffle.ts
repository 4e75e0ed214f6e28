import { bulkVerifyResponse } from '@drawbridge/contract/collecting/lead-lists';
import { ownLead } from '@drawbridge/contract/collecting/leads';
import { hexesOf } from '@drawbridge/contract/fair-draw/bytes';
import { type BeaconCheck, checkProof } from '@drawbridge/contract/fair-draw/check/check';
import { mismatchesIn } from '@drawbridge/contract/fair-draw/check/comparison';
import {
  type Proof,
  type ProofRecord,
  readProof,
} from '@drawbridge/contract/fair-draw/check/proof';
import { drawList } from '@drawbridge/contract/fair-draw/draws';
import type { Roster } from '@drawbridge/contract/fair-draw/roster';
import { exclusionReasons } from '@drawbridge/contract/fair-draw/scheme';
import { type RaffleResult, raffleResult } from '@drawbridge/contract/raffle/raffle';
import { type OpenedRollCall, openedRollCall } from '@drawbridge/contract/raffle/roll-calls';
import { expect } from 'vitest';
import { z } from 'zod';
import type { DrawLists } from '../../../../contract/vectors/people.ts';
import type { TestApi } from './api.ts';
import type { ApiResponse } from './client.ts';
import { createEvent, newContact, next, verifiedLead } from './fixtures.ts';

type Clients = Pick<TestApi, 'anyone' | 'admin'>;

export const raffleProblems = {
  alreadyDrawn: [409, 'This prize has already been drawn'],
  nobodyEligible: [409, 'No eligible verified leads to draw from'],
  sealedFirst: [409, 'A sealed draw is waiting. Draw it or void it first.'],
  won: [409, 'This lead has won. Its details can no longer be changed'],
};

/** The presenter's calls for the raffle of an event. */
export function raffleOf({ admin, anyone }: Clients, eventId: string) {
  const post = (call: string, body: unknown = {}): Promise<ApiResponse> =>
    admin.post(`/api/events/${eventId}/${call}`, body);
  return {
    draw: (prizeId: string | null = null, phrase = '', more: object = {}) =>
      post('draw-winner', { prizeId, phrase, ...more }),
    seal: (prizeId: string | null = null, more: object = {}) => post('seal', { prizeId, ...more }),
    voidDraw: (reason: unknown) => post('void', { reason }),
    forfeit: (number: number | string, reason: unknown = 'Not present', index?: number) =>
      post(`draws/${number}/forfeit`, { reason, place: index }),
    /** Opens a roll call, and returns its number and digits. */
    rollCall: async (): Promise<OpenedRollCall> => (await post('roll-calls')).as(openedRollCall),
    closeRollCall: () => admin.delete(`/api/events/${eventId}/roll-calls/current`),
    sayHere: (entryCode: string, digits: string) =>
      anyone.post(`/api/events/${eventId}/here`, { entryCode, digits }),
    results: async (): Promise<RaffleResult[]> =>
      (await anyone.get(`/api/events/${eventId}/raffles`)).as(z.array(raffleResult.strict())),
    draws: async () => (await anyone.get(`/api/events/${eventId}/draws`)).as(drawList),
    proof: () => downloadProof({ anyone }, eventId),
  };
}

/** The proof as a visitor can download it: the list of records, each with its roster. */
async function downloadProof({ anyone }: Pick<Clients, 'anyone'>, eventId: string): Promise<Proof> {
  const list = (await anyone.get(`/api/events/${eventId}/draws`)).as(drawList);
  const draws = [];
  for (const { number } of list.draws) {
    draws.push((await anyone.get(`/api/events/${eventId}/draws/${number}`)).json());
  }
  const read = readProof(JSON.stringify({ ...list, draws }));
  if ('problem' in read) throw new Error(read.problem);
  return read.data;
}

/** All mismatches in the proof; there should be none. */
export function mismatches(proof: Proof, beacons?: BeaconCheck) {
  const verdict = checkProof(proof, beacons);
  return [verdict, ...verdict.draws].flatMap(mismatchesIn);
}

/** Creates an event with this many eligible people. */
export async function eventWithPeople(
  api: Clients,
  people: number,
  fields: Record<string, unknown> = {},
) {
  const event = await createEvent(api.admin, fields);
  const leads = [];
  for (let n = 0; n < people; n += 1) leads.push(await verifiedLead(api, event.id));
  return { eventId: event.id, leads, raffle: raffleOf(api, event.id) };
}

/** Creates people with one, two or three verified leads; all leads of a person have the same name. */
export async function fillHall(
  { anyone, admin }: Clients,
  eventId: string,
  people: number,
): Promise<void> {
  const ids: string[] = [];
  for (let n = 0; n < people; n += 1) {
    const { phone } = newContact();
    const name = `Person ${next()}`;
    for (let entry = 0; entry <= n % 3; entry += 1) {
      const { email } = newContact();
      const response = await anyone.post('/api/leads/public', { eventId, name, phone, email });
      ids.push(response.as(ownLead).id);
    }
  }
  const response = await admin.post('/api/leads/bulk-verify', { leadIds: ids });
  expect(response.as(bulkVerifyResponse)).toEqual({ verified: ids.length, skipped: 0 });
}

const shown = ({ tickets, ends, nameHashes, chances }: Roster) => ({
  tickets: hexesOf(tickets),
  ends: [...ends],
  nameHashes: hexesOf(nameHashes),
  chances: [...chances],
});

/** Compares the published rosters and registers with those that the rules give. */
export function compareLists(
  records: readonly ProofRecord[],
  expected: ReadonlyMap<number, DrawLists>,
): void {
  for (const [number, list] of expected) {
    const record = records[number - 1] as Exclude<ProofRecord, { kind: 'forfeit' }>;
    expect(shown(record.roster)).toEqual(shown(list.roster));
    for (const reason of exclusionReasons) {
      const known = [reason, hexesOf(list.register[reason])];
      expect([reason, hexesOf(record.register[reason])]).toEqual(known);
    }
  }
}
