import { type ShownSource, shownSource } from '@drawbridge/contract/lead-values';
import type { CollectedLead } from '@drawbridge/contract/leads';
import { formatMoment, formatTime } from '../../lib/formats.ts';

const ways: Record<ShownSource, string> = { qr: 'QR', volunteer: 'a volunteer', import: 'import' };

/** 'Also entered 14:02 by QR'; with the day if it was not today. */
export function alsoEnteredText(
  earlier: NonNullable<CollectedLead['alsoEntered']>,
  now = new Date(),
): string {
  const { submittedAt } = earlier;
  const today = new Date(submittedAt).toDateString() === now.toDateString();
  const when = today ? formatTime(submittedAt) : formatMoment(submittedAt);
  return `Also entered ${when} by ${ways[shownSource(earlier)]}`;
}
