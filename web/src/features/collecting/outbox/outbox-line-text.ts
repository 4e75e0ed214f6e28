import { endSentence } from '../../../lib/formats.ts';
import { t } from '../../../lib/texts.ts';

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
  const attention = refused > 0 && t('volunteer.needAttention', { count: refused });
  const sending = sendingText(state, now);
  if (!attention) return sending ?? t('volunteer.allSent');
  return sending ? `${endSentence(sending)} ${attention}` : attention;
}

/** Undefined if nothing is waiting to be sent. */
function sendingText(state: OutboxState, now: number): string | undefined {
  const { waiting, oldestAt = now, online, signedOut, username, canStore } = state;
  if (!canStore) return t('volunteer.cannotKeep');
  if (signedOut && waiting > 0) {
    return t('volunteer.logInToSend', { name: username, count: waiting });
  }
  if (!online) {
    if (waiting === 0) return t('volunteer.offline');
    return t('volunteer.offlineKept', { count: waiting });
  }
  if (waiting === 0) return undefined;
  return t('volunteer.waitingSince', { waiting, age: age(now - oldestAt) });
}

function age(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return t('volunteer.underMinute');
  if (minutes < 60) return t('volunteer.minutes', { minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return t('volunteer.hours', { hours });
  return t('volunteer.days', { count: Math.floor(hours / 24) });
}
