import { type DrawList, drawList } from '@drawbridge/contract/draws';
import { JsonScanner } from '@drawbridge/contract/fair-draw/json-scanner';
import { RosterReader, readStrictly } from '@drawbridge/contract/fair-draw/proof';
import type { Roster } from '@drawbridge/contract/fair-draw/roster';
import { startDeadline } from '../../../lib/deadline.ts';
import { readProblem } from '../../../lib/read-problem.ts';
import type { Failure } from './worker-messages.ts';

// Runs in the worker, where there is no session: everything here is public.

const TIMEOUT_MS = 30_000;
/** A roster of 100,000 people takes long on a slow network. */
const LONG_TIMEOUT_MS = 10 * 60_000;

/** The server's answer cannot be checked. */
export class UnreadableRecordError extends Error {
  /** Set if it is the roster of one draw. */
  readonly number: number | undefined;

  constructor(problem: string, number?: number) {
    super(problem);
    this.number = number;
  }
}

export class LoadError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure?.sentence ?? 'No answer');
    this.failure = failure;
  }
}

const drawsUrl = (eventId: string) => `/api/events/${encodeURIComponent(eventId)}/draws`;

/** Reads the list as strictly as an untrusted file, because the server is not trusted either. */
export async function loadList(eventId: string): Promise<DrawList> {
  const scanner = new JsonScanner();
  await load(drawsUrl(eventId), TIMEOUT_MS, (piece) => scanner.push(piece));
  const scan = scanner.end();
  if ('problem' in scan) throw new UnreadableRecordError(scan.problem);
  const read = readStrictly(drawList, scan.value);
  if ('problem' in read) throw new UnreadableRecordError(read.problem);
  if (read.data.eventId !== eventId.toLowerCase()) {
    throw new UnreadableRecordError('It is the record of another event');
  }
  return read.data;
}

export async function loadRoster(eventId: string, number: number): Promise<Roster> {
  const reader = new RosterReader();
  const url = `${drawsUrl(eventId)}/${number}`;
  await load(url, LONG_TIMEOUT_MS, (piece) => reader.push(piece));
  const read = reader.end();
  if ('problem' in read) throw new UnreadableRecordError(read.problem, number);
  return read.roster;
}

async function load(
  url: string,
  patience: number,
  onPiece: (piece: Uint8Array) => boolean,
): Promise<void> {
  const deadline = startDeadline(patience);
  try {
    const response = await fetch(url, { signal: deadline.signal });
    if (!response.ok) {
      const { sentence } = await readProblem(response);
      throw new LoadError({ status: response.status, sentence });
    }
    if (response.body) await readPieces(response.body, onPiece);
  } catch (error) {
    throw error instanceof LoadError ? error : new LoadError(null);
  } finally {
    deadline.clear();
  }
}

/** Reads a stream until it ends or `onPiece` returns false. */
export async function readPieces(
  stream: ReadableStream<Uint8Array>,
  onPiece: (piece: Uint8Array) => boolean,
): Promise<void> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    if (onPiece(value)) continue;
    await reader.cancel();
    return;
  }
}
