import { type LeadCounts, leadCounts, liveMessages } from '@drawbridge/contract/live';
import type { LiveKind } from '@drawbridge/contract/stage';
import type { LiveMessage } from './store.ts';

/** A published message, with its time by this process's clock. */
export interface PublishedMessage extends LiveMessage {
  at: number;
}

/** Parses the data once, however many readers it is sent to. */
export function toPublished(message: LiveMessage): PublishedMessage {
  const data = liveMessages[message.kind].parse(message.data);
  return { ...message, data, at: Date.now() - message.ageMs };
}

export function textOf({ kind, data, version, at }: PublishedMessage): string {
  const age = Math.max(0, Math.round(Date.now() - at));
  return format(kind, 'age' in data ? { ...data, age } : data, version);
}

/** Encodes a message with only the fields that the contract lists. */
export function encode(kind: LiveKind, data: object, version?: number): string {
  return format(kind, liveMessages[kind].parse(data), version);
}

/** Encodes the only message of the administrators' stream, besides heartbeats. */
export function encodeLeadCounts(data: LeadCounts): string {
  return format('leads', leadCounts.parse(data));
}

/** JSON contains no line breaks, so it fits on one line of an event stream. */
function format(kind: string, data: object, version?: number): string {
  const id = version === undefined ? '' : `id: ${version}\n`;
  return `${id}event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
}

export const ELIGIBLE = Buffer.from(encode('eligible', {}));
