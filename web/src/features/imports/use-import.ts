import type {
  ImportCommit,
  ImportDuplicates,
  ImportResult,
} from '@drawbridge/contract/files/imports';
import { proxy, type Remote, wrap } from 'comlink';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { sentenceOf } from '../../lib/api-client.ts';
import { saveFile } from '../../lib/save-file.ts';
import { newId } from '../../lib/storage.ts';
import { showToast } from '../../lib/toast.ts';
import { cancelImport, commitImport, sendImport } from './api.ts';
import { UnreadableFile } from './reading/table.ts';
import type {
  Checked,
  CheckPlan,
  ImportFile,
  ListedRow,
  OpenedSheet,
} from './worker/import-file.ts';

export interface Preview extends Checked {
  duplicates: ImportDuplicates;
  /** The first of the duplicates. */
  listed: Record<keyof ImportDuplicates, ListedRow[]>;
}

export type ImportStep =
  | { step: 'file' }
  | { step: 'columns' }
  | { step: 'checking'; share: number }
  | { step: 'preview'; preview: Preview }
  | { step: 'importing'; preview: Preview; rows: number; written: number }
  | { step: 'done'; preview: Preview; result: ImportResult; tooLate: boolean };

/** Checking takes about a tenth of the time, and sending the rows to the server the rest. */
const CHECKING_SHARE = 0.1;

/** Goes through an import step by step. What is not finished when the dialog closes is abandoned. */
export function useImport({ file, failed }: FileInWorker) {
  const [state, setState] = useState<ImportStep>({ step: 'file' });
  const [problem, setProblem] = useState('');
  const [cancelling, setCancelling] = useState(false);
  /** The import whose rows are on the server. */
  const staged = useRef<string>(undefined);
  const sending = useRef<AbortController>(undefined);

  const close = useEffectEvent(() => {
    sending.current?.abort();
    if (staged.current) cancelImport(staged.current).catch(() => {});
  });
  useEffect(() => {
    // Reloading or leaving the page also abandons its import; what it sends then still arrives.
    addEventListener('pagehide', close);
    return () => {
      removeEventListener('pagehide', close);
      close();
    };
  }, []);

  function go(next: ImportStep): void {
    setProblem('');
    setState(next);
  }

  function fail(error: unknown): void {
    setProblem(fileProblem(error) ?? sentenceOf(error));
  }

  async function check(eventId: string, plan: CheckPlan): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    sending.current = controller;
    const show = (share: number) => !signal.aborted && setState({ step: 'checking', share });
    go({ step: 'checking', share: 0 });
    try {
      const onProgress = proxy((share: number) => show(share * CHECKING_SHARE));
      const checked = await Promise.race([file.check(plan, onProgress), failed]);
      if (signal.aborted) return;
      const id = newId();
      staged.current = id;
      const duplicates = await sendImport(
        { id, eventId },
        (sent) => file.nextRows(sent),
        (sent) => show(CHECKING_SHARE + (sent / checked.ready) * (1 - CHECKING_SHARE)),
        signal,
      );
      const listed = {
        event: await file.describe(duplicates.event),
        file: await file.describe(duplicates.file),
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
      // The commit of an import that was cancelled fails too.
      if (staged.current !== id) return;
      // The import may have succeeded without an answer, so the same one is repeated.
      go({ step: 'preview', preview });
      fail(error);
    }
  }

  function finish(preview: Preview, result: ImportResult, tooLate: boolean): void {
    staged.current = undefined;
    go({ step: 'done', preview, result, tooLate });
  }

  /** Gives the import up and returns to the columns, or shows its result if it is too late for that. */
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
        showToast({ title: 'Import cancelled', description: 'Nothing was imported' });
      }
    } catch (error) {
      fail(error);
    } finally {
      setCancelling(false);
    }
  }

  async function saveResult({ leftOut }: ImportResult, fileName: string): Promise<void> {
    saveFile(fileName, await file.writeResult(leftOut));
  }

  return { state, problem, cancelling, go, check, commit, cancel, saveResult };
}

export type ImportControl = ReturnType<typeof useImport>;

interface FileInWorker {
  /** The file in a worker, so that the page stays responsive. */
  file: Remote<ImportFile>;
  /** Rejects when the worker cannot go on. */
  failed: Promise<never>;
  close: () => void;
}

function startReader(): FileInWorker {
  const worker = new Worker(new URL('./worker/import-worker.ts', import.meta.url), {
    type: 'module',
  });
  const failed = new Promise<never>((_, reject) => {
    worker.onerror = () => reject(new UnreadableFile('This file cannot be read.'));
  });
  // Whoever waits for the worker hears of it.
  failed.catch(() => {});
  return { file: wrap<ImportFile>(worker), failed, close: () => worker.terminate() };
}

/** What is wrong with the file. An error keeps its name and message on its way from the worker, not its class. */
function fileProblem(error: unknown): string | undefined {
  return error instanceof Error && error.name === 'UnreadableFile' ? error.message : undefined;
}

/** The chosen file, and the sheet of it that is read. */
export function useOpenedFile() {
  const [reader] = useState(startReader);
  const [file, setFile] = useState<File>();
  const [sheet, setSheet] = useState<OpenedSheet>();
  const [reading, setReading] = useState(false);
  const [problem, setProblem] = useState('');
  useEffect(() => reader.close, [reader]);

  async function read(opening: Promise<OpenedSheet>): Promise<void> {
    setReading(true);
    setProblem('');
    try {
      setSheet(await Promise.race([opening, reader.failed]));
    } catch (error) {
      setSheet(undefined);
      setProblem(fileProblem(error) ?? 'This file cannot be read.');
    } finally {
      setReading(false);
    }
  }

  return {
    reader,
    file,
    sheet,
    reading,
    problem,
    choose: (chosen: File) => {
      setFile(chosen);
      setSheet(undefined);
      void read(reader.file.open(chosen));
    },
    chooseSheet: (index: number) => void read(reader.file.chooseSheet(index)),
  };
}

export type OpenedFile = ReturnType<typeof useOpenedFile>;
