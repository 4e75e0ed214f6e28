import type { LiveSnapshot } from '@drawbridge/contract/live';
import type { LiveKind } from '@drawbridge/contract/stage';
import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { followLive } from '../../lib/live.ts';
import { readAgain } from '../../lib/query-client.ts';
import { saveFile } from '../../lib/save-file.ts';
import { eventQuery } from './api.ts';
import { applyMessage, hasRecords, type Verification } from './verification.ts';
import type { Answer, FromWorker, ReadingProblem, ToWorker } from './worker/worker-messages.ts';

/** How long the worker's messages are collected. */
const SHOWN_AFTER_MS = 100;

/** A saved proof that is checked instead of the server's records. */
export interface ProofFile {
  name: string;
  /** Missing if the file is not a proof. */
  eventId?: string;
}

export interface VerificationControl {
  verification: Verification;
  /** Where the entry codes were found, in the order of the codes. */
  answers: Answer[];
  file: ProofFile | undefined;
  /** The problem with the chosen file, or how much of it has been read. */
  chosen:
    | { name: string; share: number }
    /** Without a problem, the browser cannot check anything. */
    | { name: string; problem: ReadingProblem | undefined }
    | undefined;
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
  const candidate = useRef<Worker>(undefined);
  const savingAs = useRef('');
  const arrived = useRef<FromWorker[]>([]);
  const latestCodes = useRef(codes);
  latestCodes.current = codes;
  const [verification, setVerification] = useState<Verification>({ state: 'loading' });
  const [answers, setAnswers] = useState<Answer[]>([]);
  const [file, setFile] = useState<ProofFile>();
  const [chosen, setChosen] = useState<VerificationControl['chosen']>();
  const [saving, setSaving] = useState(false);
  const send = (message: ToWorker) => worker.current?.postMessage(message);

  function onWorkerMessage(message: FromWorker) {
    if (message.kind === 'answers') {
      setAnswers(message.answers);
    } else if (message.kind === 'saved') {
      setSaving(false);
      saveFile(savingAs.current, message.content);
    } else {
      arrived.current.push(message);
      if (arrived.current.length === 1) setTimeout(showArrived, SHOWN_AFTER_MS);
    }
  }

  /** Many messages at once and in small steps, because a phone would freeze while it draws many records. */
  function showArrived() {
    const messages = arrived.current.splice(0);
    startTransition(() => setVerification((before) => messages.reduce(applyMessage, before)));
  }

  function follow(next: Worker) {
    worker.current?.terminate();
    worker.current = next;
    arrived.current.length = 0;
    setAnswers([]);
    setSaving(false);
    next.onmessage = ({ data }: MessageEvent<FromWorker>) => onWorkerMessage(data);
    send({ kind: 'codes', codes: [...latestCodes.current] });
  }

  function checkEvent() {
    cancelCandidate();
    setFile(undefined);
    setVerification({ state: 'loading' });
    const next = startWorker((error) =>
      setVerification(error ? { state: 'failed', error } : { state: 'unsupported' }),
    );
    if (!next) return;
    follow(next);
    send({ kind: 'event', eventId });
  }

  /** The screen does not change until the file turns out to be a proof. */
  function checkFile(given: File) {
    cancelCandidate();
    setChosen({ name: given.name, share: 0 });
    const next = startWorker(() => setChosen({ name: given.name, problem: undefined }));
    if (!next) return;
    candidate.current = next;
    next.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'reading') {
        setChosen({ name: given.name, share: data.share });
      } else if (data.kind === 'list') {
        candidate.current = undefined;
        setChosen(undefined);
        follow(next);
        setFile({ name: given.name, eventId: data.list.eventId });
        setVerification(applyMessage({ state: 'loading' }, data));
        // The verdict is at the top of the page, and the file was chosen further down.
        scrollTo({ top: 0 });
      } else {
        cancelCandidate();
        const problem =
          data.kind === 'unreadable' ? data.problem : { sentence: 'It cannot be read' };
        if (file) {
          // It replaces the previous file, whose verdict must not be mistaken for this file's.
          worker.current?.terminate();
          setFile({ name: given.name });
          setVerification({ state: 'unreadable', problem });
          scrollTo({ top: 0 });
        } else {
          setChosen({ name: given.name, problem });
        }
      }
    };
    next.postMessage({ kind: 'file', file: given } satisfies ToWorker);
  }

  function cancelCandidate() {
    candidate.current?.terminate();
    candidate.current = undefined;
    setChosen(undefined);
  }

  const begin = useEffectEvent(checkEvent);
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarted for each event.
  useEffect(() => {
    begin();
    return () => {
      worker.current?.terminate();
      candidate.current?.terminate();
    };
  }, [eventId]);

  const lookForCodes = useEffectEvent(() => send({ kind: 'codes', codes: [...codes] }));
  // A string, so that equal lists of codes are equal dependencies.
  const wanted = codes.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: sent again when the codes change.
  useEffect(lookForCodes, [wanted]);

  const onLiveMessage = useEffectEvent((kind: LiveKind, data: unknown) => {
    if (kind === 'snapshot') {
      const { nextNumber, sealed } = data as LiveSnapshot;
      send({ kind: 'refresh', unless: { nextNumber, sealedNumber: sealed?.number } });
    } else if (RECORD_CHANGES.has(kind)) {
      send({ kind: 'refresh' });
    }
    if (kind === 'event') readAgain(eventQuery(eventId));
  });
  const fromServer = file === undefined;
  useEffect(
    () => (fromServer ? followLive(eventId, (kind, data) => onLiveMessage(kind, data)) : undefined),
    [eventId, fromServer],
  );

  return {
    verification,
    answers,
    file,
    chosen,
    saving,
    checkFile,
    checkEvent: () => {
      checkEvent();
      scrollTo({ top: 0 });
    },
    refresh: () => send({ kind: 'refresh' }),
    save: (fileName) => {
      if (!hasRecords(verification)) return;
      savingAs.current = fileName;
      setSaving(true);
      send({ kind: 'save' });
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
