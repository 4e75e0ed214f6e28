import { Wifi, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { endSession } from '../../../lib/api/session.ts';
import { classNames } from '../../../lib/class-names.ts';
import { useKeyboardHeight } from '../../../lib/device/screen.ts';
import { endSentence } from '../../../lib/texts/formats.ts';
import { t } from '../../../lib/texts/texts.ts';
import { countByUser, type OutboxLead } from './outbox-rules.ts';

export interface OutboxState {
  /** The number of leads waiting to be sent; `oldestAt` is the time of the oldest one. */
  waiting: number;
  oldestAt: number | undefined;
  /** The number of leads waiting for a person's decision. */
  refused: number;
  online: boolean;
  /** The session has ended; the user has to log in again. */
  signedOut: boolean;
  username: string;
  /** True if this browser stores data at all. */
  canStore: boolean;
}

interface OutboxLineProps {
  state: OutboxState;
  /** True if everything that the screen needs without a network is on this device. */
  ready: boolean;
  onDetails: () => void;
}

const TICK_MS = 10_000;

/** The height of the bar: three lines of text fit into it. */
export const BAR_HEIGHT = 'calc(3rem + env(safe-area-inset-bottom))';

/** The state of the network and of the leads that are still on this device, always visible above the lower edge. */
export function OutboxLine({ state, ready, onDetails }: OutboxLineProps) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const { waiting, refused, online, signedOut, canStore } = state;
  const unsent = waiting > 0 || refused > 0;
  const loud = !online || !canStore || refused > 0 || (signedOut && waiting > 0);

  const Icon = online ? Wifi : WifiOff;

  return (
    <footer
      data-bottom-bar=""
      style={{ bottom: useKeyboardHeight(), minHeight: BAR_HEIGHT }}
      className={classNames(
        'sticky z-10 border-t pb-[env(safe-area-inset-bottom)] text-sm leading-4',
        loud ? 'bg-wait-soft font-semibold text-wait' : 'bg-card text-ink-2',
      )}
    >
      <div className="mx-auto flex min-h-12 max-w-2xl items-center gap-2 px-4">
        <Icon aria-hidden className={classNames('size-4 shrink-0', online && 'text-ok')} />
        {/* The offline text itself begins with the state. */}
        {online && <p className="shrink-0 font-semibold text-ink">{t('volunteer.online')}</p>}
        <p
          role="status"
          aria-label={t('volunteer.unsentLeads')}
          className="me-auto min-w-0 break-words"
        >
          {outboxLineText(state, now)}
        </p>
        {signedOut && waiting > 0 ? (
          // The login returns to this page, and only the same user sends the leads on this device.
          <LineButton label={t('workspace.logIn')} onClick={() => endSession('expired')} />
        ) : (
          (unsent && <LineButton label={t('volunteer.details')} onClick={onDetails} />) ||
          (online && ready && <p className="shrink-2 text-end">{t('volunteer.readyOffline')}</p>)
        )}
      </div>
    </footer>
  );
}

function LineButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="-me-2 h-11 shrink-0 rounded-m px-2 font-semibold underline underline-offset-4"
    >
      {label}
    </button>
  );
}

/** The text for the volunteer about leads that are still on this device. */
export function outboxLineText(state: OutboxState, now: number): string {
  const { refused } = state;
  const attention = refused > 0 && t('volunteer.needAttention', { count: refused });
  const sending = sendingText(state, now);
  if (!attention) return sending ?? t('volunteer.allSent');
  return sending ? `${endSentence(sending)} ${attention}` : attention;
}

/** The text about sending; undefined if nothing is waiting to be sent. */
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

interface OutboxNotesProps {
  /** The leads of other users on this device. */
  others: readonly OutboxLead[];
}

/** Notes for a volunteer about working without a network. */
export function OutboxNotes({ others }: OutboxNotesProps) {
  const notes = [...waitingForOthers(others), ...missingHere()];
  if (notes.length === 0) return null;
  return (
    <ul aria-label={t('volunteer.notes')} className="flex flex-col gap-1 px-1 text-ink-2 text-sm">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

/** '3 leads of tom are on this phone, to be sent when tom logs in.' */
function waitingForOthers(others: readonly OutboxLead[]): string[] {
  return countByUser(others).map(([name, count]) => t('volunteer.leadsOfOther', { name, count }));
}

/** The missing capabilities of this browser or address. */
function missingHere(): string[] {
  const iOS = /iPhone|iPad|iPod/.test(navigator.userAgent);
  const installed = matchMedia('(display-mode: standalone)').matches;
  return [
    ...(isSecureContext ? [] : [t('volunteer.needsHttps')]),
    ...(iOS && !installed ? [t('volunteer.addToHomeScreen')] : []),
  ];
}
