import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, api, hasCode, sentenceOf } from '../../lib/api/api-client.ts';
import { startDeadline } from '../../lib/api/deadline.ts';
import { publicShapes } from '../../lib/api/public-shapes.ts';
import { isTemporary } from '../../lib/api/retry.ts';
import { listen } from '../../lib/queries/listen.ts';
import type { OwnTicket } from '../tickets/saved-entry-codes.ts';

/** The time limit of an answer, and the delay before it is sent again: a roll call lasts only minutes. */
const ANSWER_MS = 8000;
const RETRY_MS = 3000;
const VIBRATION_MS = 60;
/** The time for which the sheet says whether an answer arrived after the roll call has closed. */
const TOLD_MS = 20_000;

type State =
  | { kind: 'none' }
  | {
      kind: 'ask';
      rollCall: number;
      problem?: string | undefined;
      sending: boolean;
      unanswered: boolean;
    }
  /** Every ticket of this device has answered. */
  | { kind: 'here'; rollCall: number }
  /** The roll call has closed, and an answer had none: it did not arrive, or that is not known yet. */
  | { kind: 'late'; rollCall: number }
  | { kind: 'unknown'; rollCall: number };

interface Answering {
  rollCall: number;
  /** The digits that are being sent until there is an answer. */
  digits?: string | undefined;
  sending?: boolean;
  unanswered?: boolean;
  problem?: string | undefined;
  /** The entry codes of the tickets that have answered. */
  done: string[];
}

/**
 * The answers of this device's tickets to the open roll call. An answer without a response is sent again until the roll
 * call closes; then the server is asked whether it arrived.
 */
export function useRollCall(
  eventId: string,
  open: number | undefined,
  tickets: readonly OwnTicket[],
  onAnswered: () => void,
) {
  const [digits, setDigits] = useState(digitsInLink);
  const [answering, setAnswering] = useState<Answering>();
  const [closed, setClosed] = useState<{ rollCall: number; kind: 'late' | 'unknown' | 'here' }>();
  const busy = useRef(false);

  useEffect(() => {
    // The digits are of this roll call only, so they are not shared with the address.
    if (linkedDigits(location.hash))
      history.replaceState(history.state, '', location.pathname + location.search);
  }, []);

  const current = answering?.rollCall === open ? answering : undefined;
  const hasAnswered = ({ code, status }: OwnTicket) =>
    current?.done.includes(code) || (typeof status === 'object' && status.rollCall === open);

  /** Sends the answers of all tickets that have none yet. */
  const send = useEffectEvent(async (digits: string) => {
    if (busy.current || open === undefined) return;
    busy.current = true;
    const rollCall = open;
    const change = (next: Partial<Answering>) =>
      setAnswering((before) => ({
        ...(before?.rollCall === rollCall ? before : { done: [] }),
        ...{ rollCall, ...next },
      }));
    change({ digits, sending: true, problem: undefined });
    const found = await Promise.all(
      tickets.filter((ticket) => !hasAnswered(ticket)).map((own) => answer(eventId, own, digits)),
    );
    busy.current = false;
    const done = found.flatMap(({ code, isHere }) => (isHere ? code : []));
    const refused = found.find(({ problem }) => problem)?.problem;
    const lost = found.some(({ isHere, problem }) => !isHere && !problem);
    setAnswering((before) => ({
      ...{ rollCall, digits: lost && !refused ? digits : undefined, sending: false },
      ...{ unanswered: lost, problem: refused },
      done: [...(before?.rollCall === rollCall ? before.done : []), ...done],
    }));
    if (done.length > 0) onAnswered();
    if (done.length > 0 && navigator.userActivation?.hasBeenActive)
      navigator.vibrate?.(VIBRATION_MS);
  });

  const pending = current?.digits && !current.sending ? current.digits : undefined;
  useEffect(() => {
    if (!pending) return;
    const again = () => void send(pending);
    const timer = setTimeout(again, RETRY_MS);
    const stop = listen(window, { online: again });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [pending]);

  // The roll call has closed while an answer was on its way.
  const expiredRollCall =
    answering?.unanswered && answering.rollCall !== open ? answering.rollCall : undefined;
  const ask = useEffectEvent(async (rollCall: number) => {
    const statuses = await Promise.all(
      tickets.map(({ ticket }) =>
        api.get('/api/events/:eventId/tickets/:ticket', {
          ...{ params: { eventId, ticket }, shape: publicShapes.ticket },
          signal: startDeadline(ANSWER_MS).signal,
        }),
      ),
    );
    const isHere = statuses.every((status) => status.rollCall === rollCall);
    onAnswered();
    setClosed({ rollCall, kind: isHere ? 'here' : 'late' });
  });
  useEffect(() => {
    if (!expiredRollCall) return;
    setClosed({ rollCall: expiredRollCall, kind: 'unknown' });
    let timer: ReturnType<typeof setTimeout>;
    let active = true;
    const look = () =>
      ask(expiredRollCall).then(
        () => {
          if (active) timer = setTimeout(() => setClosed(undefined), TOLD_MS);
        },
        () => {
          if (active) timer = setTimeout(look, RETRY_MS);
        },
      );
    void look();
    return () => {
      active = false;
      clearTimeout(timer);
    };
  }, [expiredRollCall]);

  return { state: stateNow(), digits, setDigits: change, send: () => void send(digits) };

  function change(typed: string) {
    setDigits(typed);
    setAnswering((before) => before && { ...before, problem: undefined });
  }

  function stateNow(): State {
    if (open === undefined) return closed ?? { kind: 'none' };
    if (tickets.length > 0 && tickets.every(hasAnswered)) return { kind: 'here', rollCall: open };
    const { problem, sending = false, unanswered = false } = current ?? {};
    return { kind: 'ask', rollCall: open, problem, sending, unanswered };
  }
}

const linkedDigits = (fragment: string) => /^#here=(\d{4})$/.exec(fragment)?.[1];
const digitsInLink = () => linkedDigits(location.hash) ?? '';

interface Answered {
  code: string;
  isHere: boolean;
  /** The reason why the server refused the answer; undefined if it was accepted, or if there was no response. */
  problem?: string;
}

async function answer(eventId: string, { code }: OwnTicket, digits: string): Promise<Answered> {
  try {
    await api.post('/api/events/:eventId/here', {
      ...{ params: { eventId }, body: { entryCode: code, digits } },
      signal: startDeadline(ANSWER_MS).signal,
    });
    return { code, isHere: true };
  } catch (error) {
    // The page hears by itself that the roll call has closed.
    const refused =
      error instanceof ApiError &&
      !isTemporary(error.status) &&
      !hasCode(error, 'roll-call-not-open');
    const tooMany = hasCode(error, 'too-many-wrong-digits');
    return { code, isHere: false, ...((refused || tooMany) && { problem: sentenceOf(error) }) };
  }
}
