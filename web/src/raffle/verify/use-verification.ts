import type { LiveSnapshot } from '@drawbridge/contract/raffle/live';
import type { LiveKind } from '@drawbridge/contract/raffle/stage';
import { proxy, type Remote, wrap } from 'comlink';
import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { saveFile } from '../../lib/device/save-file.ts';
import { readWatched } from '../../lib/device/saved-seal.ts';
import { followLive } from '../../lib/queries/live.ts';
import { apiQuery, readAgain } from '../../lib/queries/query-client.ts';
import { applyFinding, type Verification } from './verification.ts';
import type { Answer, Finding } from './worker/findings.ts';
import type { Verifier } from './worker/verifier.ts';

/** The interval at which the worker's findings are shown together. */
const SHOWN_AFTER_MS = 250;

export interface VerificationControl {
  verification: Verification;
  /** The places of the entry codes in the draws, in the order of the codes. */
  answers: Answer[];
  /** The name of the saved proof that is checked instead of the server's records. */
  fileName: string | undefined;
  saving: boolean;
  checkFile: (file: File) => void;
  /** Checks the event instead of a file, or again after a failure. */
  checkEvent: () => void;
  refresh: () => void;
  save: (fileName: string) => void;
}

/**
 * Checks the records of an event or a file in a worker, so that the page stays responsive. New draws are
 * checked as they happen.
 */
export function useVerification(eventId: string, codes: readonly string[]): VerificationControl {
  const worker = useRef<Worker>(undefined);
  const verifier = useRef<Remote<Verifier>>(undefined);
  const [verification, setVerification] = useState<Verification>({ state: 'loading' });
  const [answers, setAnswers] = useState<Answer[]>([]);
  const [fileName, setFileName] = useState<string>();
  const [saving, setSaving] = useState(false);

  /** Checks a file, or without one the event, from the beginning. */
  function check(file?: File) {
    worker.current?.terminate();
    setAnswers([]);
    setSaving(false);
    setFileName(file?.name);
    setVerification({ state: 'loading' });
    const own = startWorker((error) =>
      setVerification(error ? { state: 'failed', error } : { state: 'unsupported' }),
    );
    worker.current = own;
    if (!own) return;
    const arrived: Finding[] = [];
    // Applies many findings at once in a transition, because a phone would freeze while it renders many records.
    const show = () => {
      const findings = arrived.splice(0);
      if (worker.current !== own) return;
      startTransition(() => {
        // The answers are set together with the list, so that replacing their placeholder moves nothing.
        for (const finding of findings) if (finding.kind === 'answers') setAnswers(finding.answers);
        setVerification((before) => findings.reduce(applyFinding, before));
      });
    };
    const receive = (finding: Finding) => {
      if (worker.current !== own) return;
      arrived.push(finding);
      if (arrived.length === 1) setTimeout(show, SHOWN_AFTER_MS);
    };
    const next = wrap<Verifier>(own);
    verifier.current = next;
    next.lookFor([...codes]);
    if (file) next.checkFile(file, proxy(receive));
    else next.checkEvent(eventId, proxy(receive), readWatched(eventId)?.sealed);
  }

  /** Scrolls to the verdict at the top of the page, because files are chosen far below it. */
  function checkFromTop(file?: File) {
    check(file);
    scrollTo({ top: 0 });
  }

  const begin = useEffectEvent(check);
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarted for each event.
  useEffect(() => {
    begin();
    return () => worker.current?.terminate();
  }, [eventId]);

  const lookForCodes = useEffectEvent(() => void verifier.current?.lookFor([...codes]));
  // A string, so that equal lists of codes are equal dependencies.
  const wanted = codes.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: sent again when the codes change.
  useEffect(lookForCodes, [wanted]);

  const onLiveMessage = useEffectEvent((kind: LiveKind, data: unknown) => {
    if (kind === 'snapshot') {
      const { nextNumber, sealed } = data as LiveSnapshot;
      verifier.current?.refresh({ nextNumber, sealedNumber: sealed?.number });
    } else if (RECORD_CHANGES.has(kind)) {
      verifier.current?.refresh();
    }
    if (kind === 'event') readAgain(apiQuery('/api/events/:eventId', { params: { eventId } }));
  });
  const fromServer = fileName === undefined;
  useEffect(
    () => (fromServer ? followLive(eventId, (kind, data) => onLiveMessage(kind, data)) : undefined),
    [eventId, fromServer],
  );

  return {
    verification,
    answers,
    fileName,
    saving,
    checkFile: checkFromTop,
    checkEvent: () => checkFromTop(),
    refresh: () => void verifier.current?.refresh(),
    save: async (name) => {
      setSaving(true);
      const proof = await verifier.current?.save();
      setSaving(false);
      if (proof) saveFile(name, proof);
    },
  };
}

/** Messages after which the records, the announced draws or the form of the winners' names may have changed. */
const RECORD_CHANGES = new Set<LiveKind>([
  'sealed',
  'drawn',
  'voided',
  'forfeited',
  'event',
  'deleted',
]);

/** `onFailure` gets the worker's error, or undefined if no worker could be started. */
function startWorker(onFailure: (error?: Error) => void): Worker | undefined {
  try {
    const worker = new Worker(new URL('./worker/verify-worker.ts', import.meta.url), {
      type: 'module',
    });
    worker.onerror = ({ message }) => onFailure(message ? new Error(message) : undefined);
    return worker;
  } catch {
    onFailure();
    return undefined;
  }
}
