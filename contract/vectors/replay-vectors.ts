import { hashesFrom } from '@drawbridge/contract/fair-draw/bytes';
import { type Proof, readProof, writeProof } from '@drawbridge/contract/fair-draw/check/proof';
import type { DrawList, FullRecord } from '@drawbridge/contract/fair-draw/draws';
import { readEntryCode, writeEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { commitmentOf, seedOf } from '@drawbridge/contract/fair-draw/records';
import { personOf } from '@drawbridge/contract/fair-draw/roster';
import { foldPhrase } from '@drawbridge/contract/fair-draw/sealed/phrase';
import type { Added } from '@drawbridge/contract/fair-draw/sealed/seal';
import { nameHashOf, saltOf, ticketOf } from '@drawbridge/contract/fair-draw/tickets';
import { drawWinners, numbersBelow } from '@drawbridge/contract/fair-draw/winners';
import { ticketName } from '@drawbridge/contract/raffle/ticket-names';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { RecordMaker } from './make-records.ts';
import { type DrawLead, drawLists, type Win } from './people.ts';

/** A proof as it appears in its file. */
export type ProofJson = Omit<DrawList, 'draws'> & {
  draws: FullRecord[];
  checksum?: string | undefined;
};

/** The shape of `vectors.json`. */
export interface Vectors {
  about: string;
  secret: string;
  codes: { bytes: string; code: string }[];
  phrases: { typed: string; folded: string }[];
  seeds: { number: number; seed: string; commitment: string }[];
  names: {
    number: number;
    lead: number;
    salt: string;
    nameHash: string;
    persons: { tickets: string[]; chances: number; person: string }[];
  }[];
  numbers: { key: string; total: string; number: string }[];
  winners: { key: string; chances: number[]; count: number; indexes: number[] }[];
  leads: {
    code: string;
    ticket: string;
    ticketName: string;
    phoneKey: string;
    email: string | null;
    status: string;
    name: string;
    contactAt: number;
    chances: number;
    /** The roll calls that the lead answered. */
    answered: number[];
    /** The first record that has the lead; `gone` is the first that no longer has it. */
    first: number;
    gone: number | null;
  }[];
  steps: { number: number; input: string; key: string; persons: string[] }[];
  proof: ProofJson;
}

/**
 * Replays the event of `vectors.json`: takes its inputs (the secret, the leads, the draws, voids and forfeits) and
 * computes everything else with our own functions. Tests compare the two, in Node and in a browser.
 */
export function replayVectors(vectors: Vectors): Vectors {
  const { eventId } = vectors.proof;
  const secret = hexToBytes(vectors.secret);
  const leads = vectors.leads.map((lead, id): DrawLead & { answered: number[] } => {
    const code = bytesOf(lead.code);
    return { ...lead, id, code, ticket: ticketOf(eventId, code), here: 0 };
  });
  const { proof, steps } = replayProof(vectors, leads);
  return {
    about: vectors.about,
    secret: bytesToHex(secret),
    codes: vectors.codes.map(({ bytes, code }) => ({
      bytes: bytesToHex(bytesOf(code)),
      code: writeEntryCode(hexToBytes(bytes)),
    })),
    phrases: vectors.phrases.map(({ typed }) => {
      const folded = foldPhrase(typed);
      return { typed, folded: 'phrase' in folded ? folded.phrase : folded.problem };
    }),
    seeds: vectors.seeds.map(({ number }) => {
      const seed = seedOf(secret, eventId, number);
      const commitment = bytesToHex(commitmentOf(eventId, number, seed));
      return { number, seed: bytesToHex(seed), commitment };
    }),
    names: vectors.names.map(({ number, lead: index, persons }) => {
      const lead = leads[index] as DrawLead;
      const salt = saltOf(eventId, number, lead.code);
      const nameHash = nameHashOf(eventId, { ...lead, salt });
      return {
        ...{ number, lead: index, salt: bytesToHex(salt), nameHash: bytesToHex(nameHash) },
        persons: persons.map(({ tickets, chances }) => {
          const line = { tickets: hashesFrom(tickets), nameHash, chances };
          return { tickets, chances, person: bytesToHex(personOf(eventId, line)) };
        }),
      };
    }),
    numbers: vectors.numbers.map(({ key, total }) => {
      return { key, total, number: String(numbersBelow(hexToBytes(key))(BigInt(total))) };
    }),
    winners: vectors.winners.map(({ key, chances, count }) => {
      const indexes = drawWinners(hexToBytes(key), Uint32Array.from(chances), count);
      return { key, chances, count, indexes };
    }),
    leads: vectors.leads.map((lead, index) => {
      const { code, ticket } = leads[index] as DrawLead;
      const hex = bytesToHex(ticket);
      return { ...lead, code: writeEntryCode(code), ticket: hex, ticketName: ticketName(hex) };
    }),
    steps,
    proof,
  };
}

function replayProof(vectors: Vectors, leads: (DrawLead & { answered: number[] })[]) {
  const { eventId, rollCalls, sealed } = vectors.proof;
  const secret = hexToBytes(vectors.secret);
  const event = new RecordMaker(eventId, (number) => seedOf(secret, eventId, number));
  const steps: Vectors['steps'] = [];
  const wins: Win[] = [];
  const listsFor = (rollCall: number, maxChances: number) => {
    const { number } = event;
    const isGone = ({ id }: DrawLead) => (vectors.leads[id]?.gone ?? Infinity) <= number;
    const there = leads
      .filter((lead) => !isGone(lead) && (vectors.leads[lead.id]?.first ?? 0) <= number)
      .map((lead) => ({ ...lead, here: lead.answered.includes(rollCall) ? rollCall : 0 }));
    const removed = leads.filter(isGone).map(({ ticket }) => ticket);
    const lists = drawLists(eventId, { number, leads: there, removed, wins, rollCall, maxChances });
    const { roster, register, lines } = lists;
    return { lists: { roster, register }, lines };
  };
  for (const record of vectors.proof.draws) {
    const { at } = record;
    if (record.kind === 'forfeit') {
      event.forfeit(record.forfeits, record.place, record);
      continue;
    }
    if (record.kind === 'restored') {
      event.restored(listsFor(0, Math.max(...record.roster.chances)).lists, record);
      continue;
    }
    const { lists, lines } = listsFor(record.rollCall, record.maxChances);
    if (record.kind === 'void') {
      const { beacon, reason } = record;
      event.void(record, lists, { at, reason, signature: beacon ?? undefined });
      continue;
    }
    const { number } = event;
    const { input, key, indexes, winners } = event.draw(record, lists, addedOf(record), {
      at,
      name: (index) => {
        const [lead] = (lines[index] as (typeof lines)[number]).leads as [DrawLead];
        const published = record.winners.find((winner) => winner.index === index);
        const ticket = bytesToHex(lead.ticket);
        // A withheld or erased winner's name and salt are not computed.
        if (!published?.salt) return { ...(published as NonNullable<typeof published>), ticket };
        const salt = bytesToHex(saltOf(eventId, number, lead.code));
        return { ticket, salt, winner: { name: lead.name.normalize('NFC'), email: lead.email } };
      },
    });
    wins.push(...indexes.map((index) => lines[index]?.leads as DrawLead[]));
    steps.push({
      number,
      input: bytesToHex(input),
      key: bytesToHex(key),
      persons: winners.map(({ person }) => bytesToHex(person)),
    });
  }
  const open = sealed && event.sealed(sealed, listsFor(sealed.rollCall, sealed.maxChances).lists);
  const proof = toJson(event.proof({ sealed: open, rollCalls }));
  return { proof, steps };
}

function addedOf({ phrase, beacon }: { phrase: string | null; beacon: string | null }): Added {
  if (phrase !== null) return { kind: 'phrase', phrase };
  return beacon === null ? { kind: 'none' } : { kind: 'beacon', signature: beacon };
}

/** A proof in the form of its file, with its checksum. */
export const toJson = (proof: Proof): ProofJson => JSON.parse([...writeProof(proof)].join(''));

/** A file's proof with its correct checksum. */
export function withChecksum({ checksum: _, ...proof }: ProofJson): ProofJson {
  const read = readProof(JSON.stringify(proof));
  if ('problem' in read) throw new Error(read.problem);
  return toJson(read.data);
}

const bytesOf = (code: string) => readEntryCode(code) ?? new Uint8Array();
