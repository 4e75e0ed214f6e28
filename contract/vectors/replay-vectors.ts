import { type DrawList, fullRecords2, lines2 } from '@drawbridge/contract/draws';
import {
  type Chain,
  commitmentOf,
  drawIndexes,
  forfeitRecordOf,
  inputOf,
  NO_RECORD,
  personOf,
  recordOf,
  rosterHasher,
  seedOf,
  ticketOf,
  voidRecordOf,
  winnerHashOf,
  winnerIndexesOf,
} from '@drawbridge/contract/fair-draw/arithmetic';
import { readEntryCode, writeEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { checksumOf } from '@drawbridge/contract/fair-draw/proof';
import { compareHashes, hexLine, rosterFrom } from '@drawbridge/contract/fair-draw/roster';
import { ticketName } from '@drawbridge/contract/ticket-names';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { z } from 'zod';

const records = fullRecords2(lines2);
type RecordJson = z.infer<typeof records>;
type DrawJson = Extract<RecordJson, { kind: 'draw' }>;

/** A proof as it appears in its file. */
export type ProofJson = Omit<DrawList, 'draws'> & {
  draws: RecordJson[];
  checksum?: string | undefined;
};

/** The shape of `vectors.json`. */
export interface Vectors {
  about: string;
  eventId: string;
  secret: string;
  codes: { bytes: string; code: string }[];
  leads: {
    code: string;
    ticket: string;
    ticketName: string;
    phoneKey: string;
    email: string | null;
    status: string;
    name: string;
  }[];
  lines: { leads: number[]; person: string }[];
  seeds: { number: number; seed: string; commitment: string }[];
  steps: { number: number; input?: string; key?: string; person?: string; winningLead?: number }[];
  indexes: { seed: string; input: string; size: string; index: string }[];
  proof: ProofJson;
}

/** A person in a roster: indexes into `leads`, in order of submission, and what is published. */
interface Line {
  leads: number[];
  tickets: Uint8Array;
  person: Uint8Array;
}

/**
 * Replays the event of `vectors.json`: takes its inputs (the secret, the leads, what was drawn, voided
 * and forfeited) and computes everything else with our own functions. Tests compare the two, in Node and
 * in a browser.
 */
export function replayVectors(given: Vectors): Vectors {
  const { about, eventId, leads } = given;
  const chain: Chain = { eventId, version: 2 };
  const secret = hexToBytes(given.secret);
  const commitmentFor = (number: number) =>
    bytesToHex(commitmentOf(chain, number, seedOf(secret, chain, number)));
  const tickets = leads.map(({ code }) => ticketOf(eventId, bytesOf(code)));

  const steps: Vectors['steps'] = [];
  const draws: RecordJson[] = [];
  const winners: number[] = [];
  for (const record of given.proof.draws) {
    const seed = seedOf(secret, chain, record.number);
    const previousRecord = hexToBytes(draws.at(-1)?.record ?? bytesToHex(NO_RECORD));
    const common = {
      number: record.number,
      commitment: commitmentFor(record.number),
      seed: bytesToHex(seed),
      previousRecord: bytesToHex(previousRecord),
      at: record.at,
    };
    if (record.kind === 'forfeit') {
      const hash = forfeitRecordOf(chain, { ...record, previousRecord });
      draws.push({ ...record, ...common, record: bytesToHex(hash) });
      steps.push({ number: record.number });
      continue;
    }
    const lines = linesWithout(leads, tickets, chain, winners);
    const rosterHash = hashOf(chain, lines);
    const facts = { ...record, rosterHash, previousRecord };
    const published = {
      ...common,
      rosterSize: lines.length,
      rosterHash: bytesToHex(rosterHash),
      roster: lines.map((line) => hexLine(line.tickets)),
    };
    if (record.kind === 'void') {
      const hash = voidRecordOf(chain, { ...facts, reason: record.reason });
      draws.push({ ...record, ...published, record: bytesToHex(hash) });
      steps.push({ number: record.number });
      continue;
    }
    const input = inputOf(chain, {
      ...facts,
      sealed: record.sealedAt !== null,
      phrase: record.phrase,
    });
    const [winnerIndex = -1] = winnerIndexesOf(seed, input, lines.length);
    const line = lines[winnerIndex] as Line;
    const winningLead = line.leads[0] as number;
    winners.push(winningLead);
    const { name, email } = leads[winningLead] as Vectors['leads'][number];
    const salt = hexToBytes(record.winnerSalt ?? '');
    const winnerHash = winnerHashOf(chain, { number: record.number, salt, name, email });
    const hash = recordOf(chain, {
      input,
      seed,
      winners: [{ index: winnerIndex, person: line.person }],
      winnerHash,
    });
    const draw: DrawJson = {
      ...record,
      ...published,
      record: bytesToHex(hash),
      sealed: record.sealedAt !== null,
      winnerIndex,
      winnerTickets: hexLine(line.tickets),
      winnerHash: bytesToHex(winnerHash),
      winner: { name: name.normalize('NFC'), email },
    };
    draws.push(draw);
    steps.push({
      number: record.number,
      input: bytesToHex(input),
      key: bytesToHex(hmac(sha256, seed, input)),
      person: bytesToHex(line.person),
      winningLead,
    });
  }

  const nextNumber = draws.length + 1;
  const { scheme } = given.proof;
  const list = { scheme, eventId, nextNumber, nextCommitment: commitmentFor(nextNumber) };
  return {
    about,
    eventId,
    secret: bytesToHex(secret),
    codes: given.codes.map(({ bytes, code }) => ({
      bytes: bytesToHex(bytesOf(code)),
      code: writeEntryCode(hexToBytes(bytes)),
    })),
    leads: leads.map((lead, place) => ({
      ...lead,
      code: writeEntryCode(bytesOf(lead.code)),
      ticket: bytesToHex(tickets[place] as Uint8Array),
      ticketName: ticketName(bytesToHex(tickets[place] as Uint8Array)),
    })),
    lines: linesWithout(leads, tickets, chain, []).map(({ leads: places, person }) => ({
      leads: places,
      person: bytesToHex(person),
    })),
    seeds: given.seeds.map(({ number }) => ({
      number,
      seed: bytesToHex(seedOf(secret, chain, number)),
      commitment: commitmentFor(number),
    })),
    steps,
    indexes: given.indexes.map(({ seed, input, size }) => ({
      seed,
      input,
      size,
      index: String(drawIndexes(hexToBytes(seed), hexToBytes(input))(BigInt(size))),
    })),
    proof: withChecksum({ ...list, sealed: null, draws }),
  };
}

/** Adds the right checksum to a proof, whose fields have to be in the order of the schemas. */
export function withChecksum({ checksum: _, ...proof }: ProofJson): ProofJson {
  const draws = proof.draws.map((record) =>
    record.kind === 'forfeit' ? record : { ...record, roster: rosterFrom(record.roster) },
  );
  return { ...proof, checksum: checksumOf({ ...proof, draws }) };
}

const bytesOf = (code: string) => readEntryCode(code) ?? new Uint8Array();

/** One line per phone number, without people whose number or e-mail has won. */
function linesWithout(
  leads: Vectors['leads'],
  tickets: Uint8Array[],
  chain: Chain,
  winners: number[],
): Line[] {
  const people = new Map<string, number[]>();
  for (const [place, lead] of leads.entries()) {
    const out = winners.some((winner) => isAlike(lead, leads[winner] as typeof lead));
    if (lead.status !== 'verified' || out) continue;
    people.set(lead.phoneKey, [...(people.get(lead.phoneKey) ?? []), place]);
  }
  const lines = [...people.values()].map((places) => {
    const sorted = places.map((place) => tickets[place] as Uint8Array).sort(compareHashes);
    const line = hexToBytes(sorted.map((ticket) => bytesToHex(ticket)).join(''));
    return { leads: places, tickets: line, person: personOf(chain, line) };
  });
  return lines.sort((one, other) => compareHashes(one.person, other.person));
}

function isAlike(lead: Vectors['leads'][number], winner: Vectors['leads'][number]): boolean {
  const email = lead.email?.toLowerCase();
  return (
    lead.phoneKey === winner.phoneKey ||
    (email !== undefined && email === winner.email?.toLowerCase())
  );
}

function hashOf(chain: Chain, lines: Line[]): Uint8Array {
  const hasher = rosterHasher(chain, lines.length);
  for (const { person } of lines) hasher.update(person);
  return hasher.digest();
}
