import { type LeadCounts, leadCounts, liveMessages } from '@drawbridge/contract/live';
import type { LiveKind } from '@drawbridge/contract/stage';
import type { LiveMessage } from './store.ts';

/** A published message, with its time by this process's clock. */
export interface PublishedMessage extends LiveMessage {
  at: number;
}

/** Whether this server knows the kind of a message; while servers are upgraded, a newer one may send others. */
export function isLiveKind(kind: string): kind is LiveKind {
  return Object.hasOwn(liveMessages, kind);
}

/** Parses the data once, however many readers it is sent to. */
export function toPublished(message: LiveMessage): PublishedMessage {
  const data = parseData(message.kind, message.data);
  return { ...message, data, at: Date.now() - message.ageMs };
}

/** The data with only the fields that the contract lists. */
export function parseData(kind: LiveKind, data: object): object {
  return liveMessages[kind].parse(data);
}

/** The data as it is sent now, with its current age if it has one. */
export function currentData({ data, at }: PublishedMessage): object {
  const age = Math.max(0, Math.round(Date.now() - at));
  return 'age' in data ? { ...data, age } : data;
}

export function textOf(message: PublishedMessage): string {
  return format(message.kind, currentData(message), message.version);
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
