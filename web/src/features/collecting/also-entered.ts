import type { CollectedLead } from '@drawbridge/contract/leads';
import { formatMoment, formatTime } from '../../lib/formats.ts';

/** 'Also entered 14:02 by QR'; with the day if it was not today. */
export function alsoEnteredText(
  { submittedAt, source }: NonNullable<CollectedLead['alsoEntered']>,
  now = new Date(),
): string {
  const today = new Date(submittedAt).toDateString() === now.toDateString();
  const when = today ? formatTime(submittedAt) : formatMoment(submittedAt);
  return `Also entered ${when} by ${source === 'qr' ? 'QR' : 'a volunteer'}`;
}
