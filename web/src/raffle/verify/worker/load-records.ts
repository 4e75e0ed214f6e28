import { readList, readRecordLists } from '@drawbridge/contract/fair-draw/check/proof';
import type { DrawList } from '@drawbridge/contract/fair-draw/draws';
import { startDeadline } from '../../../lib/api/deadline.ts';
import { readProblem } from '../../../lib/api/read-problem.ts';
import type { Failure } from './findings.ts';

// This module runs in the worker, where there is no session: everything here is public.

const TIMEOUT_MS = 30_000;
/** A roster of 100,000 people takes long on a slow network. */
const LONG_TIMEOUT_MS = 10 * 60_000;

/** A response of the server that cannot be checked. */
export class UnreadableRecordError extends Error {
  /** The number of the draw, if the problem is in the roster of one draw. */
  readonly number: number | undefined;

  constructor(problem: string, number?: number) {
    super(problem);
    this.number = number;
  }
}

export class LoadError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure?.sentence ?? 'No response');
    this.failure = failure;
  }
}

const drawsUrl = (eventId: string) => `/api/events/${encodeURIComponent(eventId)}/draws`;

/** Reads the list as strictly as an untrusted file, because the server is not trusted either. */
export async function loadList(eventId: string): Promise<DrawList> {
  const list = readable(readList(await load(drawsUrl(eventId), TIMEOUT_MS)));
  if (list.eventId !== eventId.toLowerCase()) {
    throw new UnreadableRecordError('It is the record of another event');
  }
  return list;
}

/** Loads the roster and the register of a record. */
export async function loadLists(eventId: string, number: number) {
  const text = await load(`${drawsUrl(eventId)}/${number}`, LONG_TIMEOUT_MS);
  return readable(readRecordLists(text), number);
}

export function readable<Value>(
  read: { data: Value } | { problem: string },
  number?: number,
): Value {
  if ('problem' in read) throw new UnreadableRecordError(read.problem, number);
  return read.data;
}

async function load(url: string, patience: number): Promise<string> {
  const deadline = startDeadline(patience);
  try {
    const response = await fetch(url, { signal: deadline.signal });
    if (response.ok) return await response.text();
    const { sentence } = await readProblem(response);
    throw new LoadError({ status: response.status, sentence });
  } catch (error) {
    throw error instanceof LoadError ? error : new LoadError(null);
  } finally {
    deadline.clear();
  }
}
