import { countOf, endSentence } from '../../../lib/formats.ts';

export interface OutboxState {
  /** How many leads wait to be sent, and since when the oldest does. */
  waiting: number;
  oldestAt: number | undefined;
  /** How many leads wait for a person. */
  refused: number;
  online: boolean;
  /** The session has ended; the user has to log in again. */
  signedOut: boolean;
  username: string;
  /** Whether this browser keeps data at all. */
  canStore: boolean;
}

/** What the volunteer reads about leads that are still on this device. */
export function outboxLineText(state: OutboxState, now: number): string {
  const { refused } = state;
  const attention = refused > 0 && `${countOf(refused, 'lead needs', 'leads need')} attention`;
  const sending = sendingText(state, now);
  if (!attention) return sending ?? 'All leads sent';
  return sending ? `${endSentence(sending)} ${attention}` : attention;
}

/** Undefined if nothing is waiting to be sent. */
function sendingText(state: OutboxState, now: number): string | undefined {
  const { waiting, oldestAt = now, online, signedOut, username, canStore } = state;
  if (!canStore) return 'This browser cannot keep leads. They are sent at once and need a network.';
  if (signedOut && waiting > 0) {
    return `Log in again as ${username} to send ${countOf(waiting, 'lead')}`;
  }
  if (!online) {
    if (waiting === 0) return 'Offline: leads are kept on this phone';
    return `Offline: ${countOf(waiting, 'lead')} kept on this phone`;
  }
  if (waiting === 0) return undefined;
  return `${waiting} waiting, oldest ${age(now - oldestAt)}`;
}

function age(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return 'under 1 min';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
