import { countOf } from '../../../lib/formats.ts';
import { countByUser, type OutboxLead } from './outbox-rules.ts';

interface OutboxNotesProps {
  /** The leads of other users on this device. */
  others: readonly OutboxLead[];
}

/** What else a volunteer should know about working without a network. */
export function OutboxNotes({ others }: OutboxNotesProps) {
  const notes = [...waitingForOthers(others), ...missingHere()];
  if (notes.length === 0) return null;
  return (
    <ul aria-label="Notes" className="flex flex-col gap-1 px-1 text-ink-2 text-sm">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

/** '3 leads of tom are on this phone, to be sent when tom logs in.' */
function waitingForOthers(others: readonly OutboxLead[]): string[] {
  return countByUser(others).map(
    ([username, count]) =>
      `${countOf(count, 'lead')} of ${username} ${count === 1 ? 'is' : 'are'} on this phone, to be sent when ${username} logs in.`,
  );
}

/** What this browser or address lacks. */
function missingHere(): string[] {
  const iOS = /iPhone|iPad|iPod/.test(navigator.userAgent);
  const installed = matchMedia('(display-mode: standalone)').matches;
  return [
    ...(isSecureContext ? [] : ['Opening without a network needs HTTPS']),
    ...(iOS && !installed
      ? ['Add this page to your home screen, so that iOS keeps unsent leads safe.']
      : []),
  ];
}
