import { type LeadCounts, leadCounts } from '@drawbridge/contract/raffle/live';
import type { LiveKind } from '@drawbridge/contract/raffle/stage';

/** A message with its data as JSON, encoded once however many readers it is sent to. */
export interface LiveMessage {
  kind: LiveKind;
  json: string;
}

/** Something that happened in an event, in the order of its versions. */
export interface StoredMessage extends LiveMessage {
  version: number;
}

/** As the stream sends it. JSON contains no line breaks, so it fits on one line. */
export function toStream(message: LiveMessage | StoredMessage): Buffer {
  const id = 'version' in message ? `id: ${message.version}\n` : '';
  return Buffer.from(`${id}event: ${message.kind}\ndata: ${message.json}\n\n`);
}

/** As a page without a stream gets it. */
export function toMissed(message: LiveMessage | StoredMessage): string {
  const id = 'version' in message ? `"id":${message.version},` : '';
  return `{${id}"kind":"${message.kind}","data":${message.json}}`;
}

/** Encodes the only message of the administrators' stream, besides heartbeats. */
export function encodeLeadCounts(data: LeadCounts): Buffer {
  return Buffer.from(`event: leads\ndata: ${JSON.stringify(leadCounts.parse(data))}\n\n`);
}
