import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { DrawWithRoster } from '../draws.ts';
import {
  commitmentOf,
  HASH_BYTES,
  indexBelow,
  inputOf,
  NO_RECORD,
  personOf,
  recordOf,
  rosterHashOf,
  seedOf,
  ticketOf,
  voidRecordOf,
  winnerIndexOf,
} from './arithmetic.ts';
import { readEntryCode, writeEntryCode } from './entry-code.ts';
import { People } from './people.ts';
import { type Proof, withChecksum } from './proof.ts';
import { buildRoster, hashAt } from './roster.ts';
import { inOneGo } from './steps.ts';

/** The shape of `vectors.json`. */
export interface Vectors {
  about: string;
  eventId: string;
  secret: string;
  codes: { bytes: string; code: string }[];
  entries: {
    entry: string;
    code: string;
    ticket: string;
    phone: string;
    email: string | null;
    status: string;
  }[];
  people: { entries: number[]; person: string }[];
  seeds: { number: number; seed: string; commitment: string }[];
  steps: { number: number; input?: string; key?: string; winningEntry?: number }[];
  indexes: { seed: string; input: string; size: string; index: string }[];
  proof: Proof;
}

/**
 * Holds the event of `vectors.json` again: takes what was given (the secret, the entries, which prizes
 * were drawn with which phrase, what was voided) and computes all the rest with our own functions.
 * Tests compare the two, in Node and in a browser.
 */
export function replayVectors(given: Vectors): Vectors {
  const { about, eventId, secret } = given;
  const seedFor = (number: number) => seedOf(hexToBytes(secret), eventId, number);
  const tickets = given.entries.map(({ entry }) => ticketOf(eventId, hexToBytes(entry)));

  const eligibleWithout = (winners: ReadonlySet<number>) => {
    const people = new People();
    for (const [place, { phone, email, status }] of given.entries.entries()) {
      people.add({ phone, email, verified: status === 'verified', won: winners.has(place) });
    }
    return inOneGo(people.eligible());
  };
  const ticketsOf = (person: number[]) => person.map((place) => tickets[place] as Uint8Array);

  const winners = new Set<number>();
  const steps: Vectors['steps'] = [];
  const draws: DrawWithRoster[] = [];
  for (const { number, prizeId, prizeName, phrase, drawnAt, voidReason } of given.proof.draws) {
    const people = eligibleWithout(winners);
    const roster = inOneGo(
      buildRoster(eventId, people, (person) => personOf(eventId, ticketsOf(person))),
    );
    const rosterHash = rosterHashOf(eventId, roster.hashes);
    const before = draws.at(-1)?.record;
    const previousRecord = before === undefined ? NO_RECORD : hexToBytes(before);
    const facts = { eventId, number, prizeId, rosterHash, previousRecord };
    const seed = seedFor(number);
    const common = {
      number,
      prizeId,
      prizeName,
      commitment: bytesToHex(commitmentOf(eventId, number, seed)),
      seed: bytesToHex(seed),
      rosterSize: people.length,
      rosterHash: bytesToHex(rosterHash),
      phrase,
      previousRecord: bytesToHex(previousRecord),
      drawnAt,
      voidReason,
      roster: people.map((_, place) => bytesToHex(hashAt(roster.hashes, place))),
    };
    if (voidReason !== null) {
      const record = bytesToHex(voidRecordOf({ ...facts, reason: voidReason }));
      draws.push({ ...common, record, winnerIndex: null, winnerTickets: [] });
      steps.push({ number });
      continue;
    }
    const input = inputOf({ ...facts, phrase });
    const winnerIndex = winnerIndexOf(seed, input, roster.hashes.length / HASH_BYTES);
    const person = people[roster.order[winnerIndex] as number] as number[];
    const winner = personOf(eventId, ticketsOf(person));
    const winningEntry = person[0] as number;
    winners.add(winningEntry);
    draws.push({
      ...common,
      record: bytesToHex(recordOf({ input, seed, winnerIndex, winner })),
      winnerIndex,
      winnerTickets: ticketsOf(person)
        .map((ticket) => bytesToHex(ticket))
        .sort(),
    });
    const key = bytesToHex(hmac(sha256, seed, input));
    steps.push({ number, input: bytesToHex(input), key, winningEntry });
  }

  const nextNumber = draws.length + 1;
  return {
    about,
    eventId,
    secret,
    codes: given.codes.map(({ bytes, code }) => ({
      bytes: bytesToHex(readEntryCode(code) ?? new Uint8Array()),
      code: writeEntryCode(hexToBytes(bytes)),
    })),
    entries: given.entries.map(({ entry, phone, email, status }, place) => ({
      entry,
      code: writeEntryCode(hexToBytes(entry)),
      ticket: bytesToHex(tickets[place] as Uint8Array),
      phone,
      email,
      status,
    })),
    people: eligibleWithout(new Set()).map((entries) => ({
      entries,
      person: bytesToHex(personOf(eventId, ticketsOf(entries))),
    })),
    seeds: given.seeds.map(({ number }) => {
      const seed = seedFor(number);
      const commitment = bytesToHex(commitmentOf(eventId, number, seed));
      return { number, seed: bytesToHex(seed), commitment };
    }),
    steps,
    indexes: given.indexes.map(({ seed, input, size }) => ({
      seed,
      input,
      size,
      index: String(indexBelow(hexToBytes(seed), hexToBytes(input), BigInt(size))),
    })),
    proof: withChecksum({
      eventId,
      nextNumber,
      nextCommitment: bytesToHex(commitmentOf(eventId, nextNumber, seedFor(nextNumber))),
      sealed: null,
      draws,
    }),
  };
}
