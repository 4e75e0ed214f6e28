import { type LeadCounts, leadCounts, liveMessages } from '@drawbridge/contract/live';
import type { LiveKind } from '@drawbridge/contract/stage';
import type { LiveMessage } from './store.ts';

/** Whether this server knows the kind of a message; while servers are upgraded, a newer one may send others. */
export function isLiveKind(kind: string): kind is LiveKind {
  return Object.hasOwn(liveMessages, kind);
}

/** Parses the data once, however many readers it is sent to. */
export function toPublished(message: LiveMessage): LiveMessage {
  return { ...message, data: parseData(message.kind, message.data) };
}

/** The data with only the fields that the contract lists. */
export function parseData(kind: LiveKind, data: object): object {
  return liveMessages[kind].parse(data);
}

export function textOf({ kind, data, version }: LiveMessage): string {
  return format(kind, data, version);
}

/** JSON contains no line breaks, so it fits on one line of an event stream. */
export function format(kind: string, data: object, version?: number): string {
  const id = version === undefined ? '' : `id: ${version}\n`;
  return `${id}event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Encodes the only message of the administrators' stream, besides heartbeats. */
export function encodeLeadCounts(data: LeadCounts): string {
  return format('leads', leadCounts.parse(data));
}
