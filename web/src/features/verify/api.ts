import { type DrawList, drawList, hash } from '@drawbridge/contract/draws';
import type { PublicEvent } from '@drawbridge/contract/events';
import { type Proof, problemIn } from '@drawbridge/contract/fair-draw/proof';
import type { Steps } from '@drawbridge/contract/fair-draw/steps';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { get } from '../../lib/api-client.ts';
import { inSlices } from './in-slices.ts';

const eventUrl = (eventId: string) => `/api/events/${encodeURIComponent(eventId)}`;

export const eventQuery = (eventId: string) =>
  queryOptions<PublicEvent>({ queryKey: [eventUrl(eventId)] });

/** The server answered, but not with what can be checked. */
export class UnreadableRecordError extends Error {}

/** Read as strictly as a file from a stranger: nothing that the server says is taken for granted. */
export async function loadDraws(eventId: string, signal: AbortSignal): Promise<DrawList> {
  const read = drawList.safeParse(await get(`${eventUrl(eventId)}/draws`, { signal }));
  if (!read.success) throw new UnreadableRecordError(problemIn(read.error));
  if (read.data.eventId !== eventId.toLowerCase()) {
    throw new UnreadableRecordError('it is the record of another event');
  }
  return read.data;
}

/**
 * The list with every draw's roster. Of the answer for one draw only the roster counts: all else is
 * checked as the list says it.
 */
export async function loadRosters(
  list: DrawList,
  signal: AbortSignal,
  onLoaded: (draws: number) => void,
): Promise<Proof> {
  const draws: Proof['draws'] = [];
  for (const draw of list.draws) {
    const url = `${eventUrl(list.eventId)}/draws/${draw.number}`;
    const answer = await get<{ roster?: unknown } | null>(url, { signal, large: true });
    const roster = await inSlices(readRoster(answer?.roster, draw.number), signal);
    draws.push({ ...draw, roster });
    onLoaded(draws.length);
  }
  return { ...list, draws };
}

const PEOPLE_STEP = 4096;
const people = z.array(hash);

function* readRoster(roster: unknown, number: number): Steps<string[]> {
  if (!Array.isArray(roster)) throw new UnreadableRecordError(`draw ${number} has no roster`);
  for (let start = 0; start < roster.length; start += PEOPLE_STEP) {
    const read = people.safeParse(roster.slice(start, start + PEOPLE_STEP));
    if (!read.success) {
      throw new UnreadableRecordError(
        `the roster of draw ${number} holds something that is no hash`,
      );
    }
    yield;
  }
  return roster;
}
