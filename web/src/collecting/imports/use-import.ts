import type {
  ImportCommit,
  ImportDuplicates,
  ImportResult,
} from '@drawbridge/contract/collecting/imports';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import { english } from '@drawbridge/contract/languages/english';
import { proxy, wrap } from 'comlink';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { sentenceOf } from '../../lib/api/api-client.ts';
import { saveFile } from '../../lib/device/save-file.ts';
import { newId } from '../../lib/device/storage.ts';
import { say } from '../../lib/texts/say.ts';
import { showToast } from '../../lib/toast.ts';
import { cancelImport, commitImport, sendImport } from './api.ts';
import { findLeads, guessColumns, type Matching } from './columns.ts';
import { UnreadableFile } from './reading/table.ts';
import type { Checked, ImportFile, ListedRow, OpenedSheet } from './worker/import-file.ts';

export interface Preview extends Checked {
  duplicates: ImportDuplicates;
  /** The first of the duplicates. */
  listed: Record<keyof ImportDuplicates, ListedRow[]>;
}

export type ImportState =
  | { step: 'file' }
  | { step: 'columns' }
  | { step: 'checking'; share: number }
  | { step: 'preview'; preview: Preview }
  | { step: 'importing'; preview: Preview; rows: number; written: number }
  | { step: 'done'; preview: Preview; result: ImportResult; tooLate: boolean };

/** The matching of a sheet's columns. */
interface ColumnChoice {
  /** The index of the first lead's row, below the header if there is one. */
  leadsFrom: number;
  matching: Matching;
}

/** The share of checking in the progress; sending the rows to the server is the rest. */
const CHECKING_SHARE = 0.1;
const UNREADABLE = english('This file cannot be read.');

/** Runs an import step by step. An unfinished import is cancelled when the dialog closes. */
export function useImport(events: readonly AdminEvent[], shownId: string | undefined) {
  const [worker] = useState(startWorker);
  const [state, setState] = useState<ImportState>({ step: 'file' });
  const [problem, setProblem] = useState('');
  const [cancelling, setCancelling] = useState(false);
  const [file, setFile] = useState<File>();
  const [opened, setOpened] = useState<OpenedSheet>();
  const [reading, setReading] = useState(false);
  const [chosenId, chooseEvent] = useState(shownId);
  const [columns, setColumns] = useState<{ of: unknown[]; choice: ColumnChoice }>();
  /** The id of the import whose rows are on the server. */
  const staged = useRef<string>(undefined);
  const sending = useRef<AbortController>(undefined);

  const onlyId = events.length === 1 ? events[0]?.id : undefined;
  const eventId = chosenId || onlyId || '';
  const event = events.find(({ id }) => id === eventId);
  const questions = event?.questions ?? [];
  const maxChances = event?.maxChances ?? 1;

  const guess = ({ sample }: OpenedSheet, leadsFrom = findLeads(sample)): ColumnChoice => ({
    leadsFrom,
    matching: guessColumns(sample[leadsFrom - 1], sample.slice(leadsFrom), questions),
  });
  // A choice belongs to its sheet and event; for another one the columns are guessed again.
  const chosen = columns?.of[0] === opened && columns?.of[1] === eventId && columns?.choice;
  const sheet = opened && { ...opened, ...(chosen || guess(opened)) };
  const choose = (choice: ColumnChoice) => setColumns({ of: [opened, eventId], choice });

  const close = useEffectEvent(() => {
    sending.current?.abort();
    if (staged.current) cancelImport(staged.current).catch(() => {});
  });
  useEffect(() => {
    // Reloading or leaving the page also cancels its import; the request sent then still arrives.
    addEventListener('pagehide', close);
    return () => {
      removeEventListener('pagehide', close);
      close();
      worker.close();
    };
  }, [worker]);

  function go(next: ImportState): void {
    setProblem('');
    setState(next);
  }

  const fail = (error: unknown, otherwise?: string) =>
    setProblem(say(fileProblem(error) ?? otherwise ?? sentenceOf(error)));

  async function read(opening: Promise<OpenedSheet>): Promise<void> {
    setReading(true);
    setProblem('');
    try {
      setOpened(await Promise.race([opening, worker.failed]));
    } catch (error) {
      setOpened(undefined);
      fail(error, UNREADABLE);
    } finally {
      setReading(false);
    }
  }

  async function check(): Promise<void> {
    if (!sheet) return;
    const controller = new AbortController();
    const { signal } = controller;
    sending.current = controller;
    const show = (share: number) => !signal.aborted && setState({ step: 'checking', share });
    go({ step: 'checking', share: 0 });
    try {
      const { leadsFrom } = sheet;
      // Where everybody has one chance, a column of chances is not used.
      const { chances, ...others } = sheet.matching;
      const matching: Matching =
        chances === undefined || maxChances === 1 ? others : { ...others, chances };
      const plan = {
        leadsFrom,
        matching,
        country: event?.country ?? 'GB',
        questions: questions.filter(({ id }) => id in matching),
        maxChances,
      };
      const onProgress = proxy((share: number) => show(share * CHECKING_SHARE));
      const checked = await Promise.race([worker.file.check(plan, onProgress), worker.failed]);
      if (signal.aborted) return;
      const id = newId();
      staged.current = id;
      const duplicates = await sendImport(
        { id, eventId },
        (sent) => worker.file.nextRows(sent),
        (sent) => show(CHECKING_SHARE + (sent / checked.ready) * (1 - CHECKING_SHARE)),
        signal,
      );
      const listed = {
        event: await worker.file.describe(duplicates.event),
        file: await worker.file.describe(duplicates.file),
      };
      if (!signal.aborted) go({ step: 'preview', preview: { ...checked, duplicates, listed } });
    } catch (error) {
      if (signal.aborted) return;
      go({ step: 'columns' });
      fail(error);
    }
  }

  async function commit(
    preview: Preview,
    duplicates: ImportCommit['duplicates'],
    rows: number,
  ): Promise<void> {
    const id = staged.current;
    if (!id) return;
    const plan = { rows: preview.ready, duplicates, withErrors: preview.wrong };
    go({ step: 'importing', preview, rows, written: 0 });
    try {
      const result = await commitImport(id, plan, (written) =>
        setState((before) => (before.step === 'importing' ? { ...before, written } : before)),
      );
      finish(preview, result, false);
    } catch (error) {
      // The commit of a cancelled import fails too.
      if (staged.current !== id) return;
      // The import may have succeeded without a response, so the same one is repeated.
      go({ step: 'preview', preview });
      fail(error);
    }
  }

  function finish(preview: Preview, result: ImportResult, tooLate: boolean): void {
    staged.current = undefined;
    go({ step: 'done', preview, result, tooLate });
  }

  /** Cancels the import and returns to the columns, or shows its result if it was already committed. */
  async function cancel(): Promise<void> {
    sending.current?.abort();
    const id = staged.current;
    setCancelling(true);
    try {
      const result = id && (await cancelImport(id));
      if (result && 'preview' in state) return finish(state.preview, result, true);
      staged.current = undefined;
      go({ step: 'columns' });
      if (state.step === 'importing') {
        showToast({ title: say('Import cancelled'), description: say('Nothing was imported') });
      }
    } catch (error) {
      fail(error);
    } finally {
      setCancelling(false);
    }
  }

  return {
    events,
    eventId,
    questions,
    event,
    maxChances,
    file,
    sheet,
    reading,
    state,
    problem,
    cancelling,
    go,
    check,
    commit,
    cancel,
    chooseEvent,
    chooseFile: (next: File) => {
      setFile(next);
      setOpened(undefined);
      void read(worker.file.open(next));
    },
    chooseSheet: (index: number) => void read(worker.file.chooseSheet(index)),
    chooseHeader: (hasHeader: boolean) =>
      opened && choose(guess(opened, hasHeader ? Math.max(1, findLeads(opened.sample)) : 0)),
    match: (matching: Matching) => sheet && choose({ leadsFrom: sheet.leadsFrom, matching }),
    saveResult: async ({ leftOut }: ImportResult) =>
      saveFile(
        `${file?.name.replace(/\.[^.]*$/, '')}-result.csv`,
        await worker.file.writeResult(leftOut),
      ),
  };
}

export interface StepProps {
  importing: ReturnType<typeof useImport>;
  onClose: () => void;
}

/** Reads and checks the file in a worker, so that the page stays responsive. */
function startWorker() {
  const worker = new Worker(new URL('./worker/import-worker.ts', import.meta.url), {
    type: 'module',
  });
  const failed = new Promise<never>((_, reject) => {
    worker.onerror = () => reject(new UnreadableFile(UNREADABLE));
  });
  // The error is handled by the code that waits for the worker.
  failed.catch(() => {});
  return { file: wrap<ImportFile>(worker), failed, close: () => worker.terminate() };
}

/** The problem with the file. An error from the worker keeps its name and message, but not its class. */
function fileProblem(error: unknown): string | undefined {
  return error instanceof Error && error.name === 'UnreadableFile' ? error.message : undefined;
}
