import type { DrawList } from '@drawbridge/contract/draws';
import {
  checkProof,
  type DrawVerdict,
  type ProofVerdict,
} from '@drawbridge/contract/fair-draw/check';
import type { Proof } from '@drawbridge/contract/fair-draw/proof';
import { useEffect, useState } from 'react';
import { loadDraws, loadRosters, UnreadableRecordError } from './api.ts';
import { inSlices } from './in-slices.ts';

/** A saved proof that is checked instead of what the server says now. */
export interface ProofFile {
  name: string;
  proof: Proof;
}

export type Verification =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  /** An answer came, but it is no record of draws. */
  | { state: 'unreadable'; problem: string }
  | { state: 'working'; list: DrawList; loaded: number; verdicts: DrawVerdict[] }
  | { state: 'done'; proof: Proof; verdict: ProofVerdict };

/** Reads an event's draws, or takes those of a file, and computes all of them again. */
export function useVerification(
  eventId: string,
  file: ProofFile | null,
): [verification: Verification, again: () => void] {
  const [verification, setVerification] = useState<Verification>({ state: 'loading' });
  const [attempt, setAttempt] = useState(1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every further attempt reads again.
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const show = (next: Verification) => {
      if (!signal.aborted) setVerification(next);
    };
    show({ state: 'loading' });
    verify(eventId, file, signal, show).catch((error: unknown) =>
      show(
        error instanceof UnreadableRecordError
          ? { state: 'unreadable', problem: error.message }
          : { state: 'failed', error },
      ),
    );
    return () => controller.abort();
  }, [eventId, file, attempt]);

  return [verification, () => setAttempt((count) => count + 1)];
}

async function verify(
  eventId: string,
  file: ProofFile | null,
  signal: AbortSignal,
  show: (next: Verification) => void,
): Promise<void> {
  const list: DrawList = file?.proof ?? (await loadDraws(eventId, signal));
  let loaded = file ? list.draws.length : 0;
  let verdicts: DrawVerdict[] = [];
  const tell = () => show({ state: 'working', list, loaded, verdicts });
  tell();

  const proof =
    file?.proof ??
    (await loadRosters(list, signal, (count) => {
      loaded = count;
      tell();
    }));
  const checking = checkProof(proof, (verdict) => {
    verdicts = [...verdicts, verdict];
    tell();
  });
  show({ state: 'done', proof, verdict: await inSlices(checking, signal) });
}
