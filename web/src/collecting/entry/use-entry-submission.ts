import { contactValues } from '@drawbridge/contract/collecting/contact';
import type { Refusal, TypedEntry } from '@drawbridge/contract/collecting/initial-data';
import type { EnteredLead } from '@drawbridge/contract/collecting/leads';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-client.ts';
import { waitAfter } from '../../lib/api/retry.ts';
import { createLeadAttempts } from '../lead-form/lead-attempts.ts';
import { refusalOf, submitEntry } from './api.ts';
import { type FormValues, isSameEntry } from './entry.ts';

/** The first delay before a retry. It is longer than on a volunteer's device, because there are many more visitors. */
const FIRST_WAIT_MS = 5_000;

interface Failure extends Refusal {
  values: FormValues;
  /** True if there was no response, so that the entry is sent again automatically. */
  unanswered: boolean;
}

/**
 * Sends the entry. Without a response it is sent again, under the same id, when the connection returns, when the page
 * becomes visible again and after growing delays, until the input changes. A response, even a 503, is shown, and the
 * visitor decides.
 */
export function useEntrySubmission(eventId: string, onEntered: (lead: EnteredLead) => void) {
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [attemptFor] = useState(() => createLeadAttempts());
  // Refs, because two quick presses come before the next render and state would let both through.
  const underWay = useRef(false);
  const failures = useRef(0);
  const entered = useRef(onEntered);
  entered.current = onEntered;

  const send = useCallback(
    async (values: FormValues) => {
      if (underWay.current) return;
      underWay.current = true;
      setSending(true);
      const lead = attemptFor(...contactValues(values), values.marketing, values.answers);
      try {
        entered.current(await submitEntry(lead, eventId, values));
      } catch (error) {
        failures.current += 1;
        setFailure({ ...refusalOf(error), values, unanswered: !(error instanceof ApiError) });
      } finally {
        underWay.current = false;
        setSending(false);
      }
    },
    [attemptFor, eventId],
  );

  useEffect(() => {
    if (!failure?.unanswered) return;
    const again = () => {
      if (!document.hidden) send(failure.values);
    };
    const timer = setTimeout(again, waitAfter(failures.current, FIRST_WAIT_MS));
    addEventListener('online', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, [failure, send]);

  return {
    sending,
    failure,
    submit(values: FormValues) {
      if (underWay.current) return;
      failures.current = 0;
      setFailure(undefined);
      send(values);
    },
    /** Forgets a failed entry when the form no longer contains it. */
    noteTyping(typed: TypedEntry) {
      setFailure((last) => (last && isSameEntry(last.values, typed) ? last : undefined));
    },
  };
}
