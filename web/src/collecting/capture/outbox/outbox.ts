import type { LeadContact } from '@drawbridge/contract/collecting/contact';
import type { CollectedLead } from '@drawbridge/contract/collecting/leads';
import { newEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { currentSession, onLogin } from '../../../lib/api/session.ts';
import { newId } from '../../../lib/device/storage.ts';
import { createListeners } from '../../../lib/listeners.ts';
import { listen } from '../../../lib/queries/listen.ts';
import { t } from '../../../lib/texts/texts.ts';
import { showToast } from '../../../lib/toast.ts';
import { deliver } from './deliver.ts';
import {
  decideAfterResponse,
  edited,
  leftAfter,
  nextToSend,
  type OutboxLead,
  type Pause,
  undone,
} from './outbox-rules.ts';
import { addLead, changeLead, listLeads } from './outbox-store.ts';

interface OutboxSnapshot {
  /** The leads of the logged-in user. */
  leads: readonly OutboxLead[];
  /** The leads of other users, which only they can send. */
  others: readonly OutboxLead[];
  pause: Pause | undefined;
  canStore: boolean;
}

const POLL_INTERVAL_MS = 30_000;

let snapshot: OutboxSnapshot = { leads: [], others: [], pause: undefined, canStore: true };
const listeners = createListeners();
const arrivalListeners = createListeners<[lead: CollectedLead]>();
let failures = 0;
let pausedUntil = 0;
let sending = false;
/** A token that the server no longer accepts. */
let deadToken: string | null = null;
let sendAgain = false;

/** Notifies other tabs of changes. */
const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('outbox');

export function outboxSnapshot(): OutboxSnapshot {
  return snapshot;
}

export const subscribeToOutbox = listeners.add;

/** Calls back with the server's response for every lead that arrives from this tab. */
export const onArrival = arrivalListeners.add;
export const announceArrival = arrivalListeners.call;

/** The longest time that a volunteer waits for the server before entering the next person. */
const ENTERING_MS = 2_000;

/** The state of a lead that was just entered: `kept` leads are sent later. */
export type Entered = 'arrived' | 'kept' | NonNullable<OutboxLead['refusal']>;

/**
 * Adds a lead to the outbox, and waits a moment for the server's response. Fails if this browser cannot store the lead.
 */
export async function enterLead(lead: OutboxLead): Promise<Entered> {
  try {
    await addLead(lead);
  } catch (error) {
    show({ canStore: false });
    throw error;
  }
  show({ canStore: true });
  askToPersist();
  await changed();
  sendWaiting();
  return outcomeOf(lead.id);
}

function outcomeOf(id: string): Promise<Entered> {
  return new Promise((resolve) => {
    const end = (outcome: Entered) => {
      clearTimeout(timer);
      unsubscribe();
      resolve(outcome);
    };
    const look = () => {
      const lead = snapshot.leads.find((each) => each.id === id);
      if (!lead) end('arrived');
      else if (lead.refusal) end(lead.refusal);
      else if (snapshot.pause || lead.nextAt > 0) end('kept');
    };
    const timer = setTimeout(end, ENTERING_MS, 'kept');
    const unsubscribe = subscribeToOutbox(look);
    look();
  });
}

let asked = false;

/** Asks the browser not to clear the leads when it needs space. The browser decides, and nothing depends on it. */
function askToPersist(): void {
  if (asked) return;
  asked = true;
  navigator.storage?.persist?.().catch(() => {});
}

/** Undoes a lead wherever it is: here, being sent, or on the server. */
export function takeBack(lead: OutboxLead): Promise<boolean> {
  return changeByHand(lead.id, (current) => undone(current ?? { ...lead, attempts: 1 }));
}

export function editLead(
  id: string,
  corrected: LeadContact & Pick<OutboxLead, 'answers'>,
): Promise<boolean> {
  const created = { id: newId(), entryCode: newEntryCode() };
  return changeByHand(id, (current) => current && edited(current, corrected, created));
}

/** Answers questions about a lead wherever it is: here, being sent, or on the server. */
export function answerLead({ answers, ...lead }: OutboxLead): Promise<boolean> {
  return changeByHand(lead.id, (current) => ({
    ...(current ?? { ...lead, attempts: 1, arrived: true }),
    answers,
  }));
}

/** Sends a refused lead again, unchanged: if it has arrived, the server knows its id. */
export function sendLeadAgain(id: string): Promise<boolean> {
  return changeByHand(id, (current) => current && { ...current, refusal: null, nextAt: 0 });
}

/** Removes a lead that has not arrived; only a person does that. */
export function discardLead(id: string): Promise<boolean> {
  return changeByHand(id, () => undefined);
}

/** Returns whether the change was saved; a toast reports a failure. */
async function changeByHand(
  id: string,
  change: Parameters<typeof changeLead>[1],
): Promise<boolean> {
  try {
    await changeLead(id, change);
  } catch {
    showToast({
      title: t('volunteer.notSaved'),
      description: t('volunteer.notSavedHelp'),
      destructive: true,
    });
    return false;
  }
  await changed();
  sendNow();
  return true;
}

/** Sends at once, even if the outbox was waiting. */
export function sendNow(): void {
  if (snapshot.pause?.reason !== 'signed out') pausedUntil = 0;
  sendWaiting();
}

/** Sends the waiting leads, unless the outbox is paused. */
async function sendWaiting(): Promise<void> {
  sendAgain = true;
  if (sending) return;
  sending = true;
  while (sendAgain) {
    sendAgain = false;
    await startRound();
  }
  sending = false;
  await changed();
}

async function startRound(): Promise<void> {
  const { user, token } = currentSession();
  if (snapshot.pause?.reason === 'signed out' && token !== deadToken) resume();
  if (!user || Date.now() < pausedUntil) return;
  const round = () => sendRound(user.id);
  try {
    // The tabs take turns. Without HTTPS there are no locks; the server then gets some leads twice, and creates one per
    // id.
    await (navigator.locks ? navigator.locks.request(`outbox ${user.id}`, round) : round());
  } catch {
    // The device's database is unavailable; the leads are still in it, and the next round tries again.
  }
}

async function sendRound(userId: string): Promise<void> {
  for (;;) {
    const own = (await listLeads()).filter((lead) => lead.userId === userId);
    const next = nextToSend(own, Date.now());
    if (!next || Date.now() < pausedUntil) return;
    const lead = await changeLead(
      next.id,
      (current) => current && { ...current, attempts: current.attempts + 1 },
    );
    // Another user may have logged in meanwhile, also in another tab.
    if (currentSession().user?.id !== userId) return;
    if (lead) await send(lead);
    await changed();
  }
}

async function send(lead: OutboxLead): Promise<void> {
  const response = await deliver(lead);
  failures = response.kind === 'arrived' ? 0 : failures + 1;
  const verdict = decideAfterResponse(lead, response, failures);
  if (verdict.lead !== 'keep') show({ pause: undefined });
  if (verdict.lead === 'done') {
    const remaining = await changeLead(lead.id, (current) => leftAfter(lead, current));
    if (response.lead && !lead.takenBack && !remaining?.takenBack) announceArrival(response.lead);
  } else if (verdict.lead === 'new code') {
    await changeLead(lead.id, (current) => current && { ...current, entryCode: newEntryCode() });
  } else if (verdict.lead === 'needs attention') {
    failures = 0;
    await changeLead(lead.id, (current) => current && { ...current, refusal: verdict.refusal });
  } else if (verdict.lead === 'later') {
    const nextAt = Date.now() + verdict.waitMs;
    await changeLead(lead.id, (current) => current && { ...current, nextAt });
  } else {
    pauseFor(verdict.pause);
  }
}

function pauseFor(pause: Pause): void {
  const signedOut = pause.reason === 'signed out';
  if (signedOut) deadToken = currentSession().token;
  const waitMs = signedOut ? Number.POSITIVE_INFINITY : pause.waitMs;
  pausedUntil = Date.now() + waitMs;
  show({ pause });
  if (!signedOut) setTimeout(sendWaiting, waitMs);
}

function resume(): void {
  failures = 0;
  pausedUntil = 0;
  show({ pause: undefined });
}

/** Records whether a read of the screen reached the server. */
export function setReachable(reachable: boolean): void {
  if (!reachable && !snapshot.pause) show({ pause: { reason: 'unreachable', waitMs: 0 } });
  if (reachable && snapshot.pause?.reason === 'unreachable') {
    resume();
    sendWaiting();
  }
}

/** Reads the outbox again and notifies the other tabs to do so. */
async function changed(): Promise<void> {
  await refresh();
  channel?.postMessage('changed');
}

async function refresh(): Promise<void> {
  try {
    const all = await listLeads();
    const { user } = currentSession();
    show({
      leads: all.filter(({ userId }) => userId === user?.id),
      others: all.filter(({ userId }) => userId !== user?.id),
      canStore: true,
    });
  } catch {
    show({ canStore: false });
  }
}

function show(change: Partial<OutboxSnapshot>): void {
  snapshot = { ...snapshot, ...change };
  listeners.call();
}

/** Ends the pause after a lost network, but not after 'too busy'. */
function retryIfUnreachable(): void {
  if (snapshot.pause?.reason === 'unreachable') pausedUntil = 0;
  sendWaiting();
}

/** Starts sending: now, when the network or the tab comes back, and every 30 seconds. */
export function startOutbox(): () => void {
  const wake = () => document.visibilityState === 'visible' && retryIfUnreachable();
  const timer = setInterval(sendWaiting, POLL_INTERVAL_MS);
  const stops = [
    listen(window, { online: retryIfUnreachable, pageshow: wake }),
    listen(document, { visibilitychange: wake }),
    listen(channel, { message: refresh }),
  ];
  refresh().then(sendWaiting);
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
  };
}

// The same user continues after logging in again; another user sees only their own leads.
onLogin(() => {
  resume();
  show({ leads: [], others: [] });
  refresh().then(sendWaiting);
});
