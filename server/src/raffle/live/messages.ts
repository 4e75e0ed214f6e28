import { type LeadCounts, leadCounts } from '@drawbridge/contract/raffle/live';
import type { LiveKind } from '@drawbridge/contract/raffle/stage';

/** A message with its data as JSON. It is encoded once for all readers. */
export interface LiveMessage {
  kind: LiveKind;
  json: string;
}

/** A stored message. Its version gives the order within the event. */
export interface StoredMessage extends LiveMessage {
  version: number;
}

/** Encodes a message for the stream. JSON contains no line breaks, so it fits on one line. */
export function toStream(message: LiveMessage | StoredMessage): Buffer {
  const id = 'version' in message ? `id: ${message.version}\n` : '';
  return Buffer.from(`${id}event: ${message.kind}\ndata: ${message.json}\n\n`);
}

/** Encodes a message for a page that polls instead of using the stream. */
export function toMissed(message: LiveMessage | StoredMessage): string {
  const id = 'version' in message ? `"id":${message.version},` : '';
  return `{${id}"kind":"${message.kind}","data":${message.json}}`;
}

/** Encodes a message of the administrators' stream, which has no others besides heartbeats. */
export function encodeLeadCounts(data: LeadCounts): Buffer {
  return Buffer.from(`event: leads\ndata: ${JSON.stringify(leadCounts.parse(data))}\n\n`);
}
