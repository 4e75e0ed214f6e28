import type { AdminEvent } from '@drawbridge/contract/events';
import type { AdminQuestion } from '@drawbridge/contract/questions/schemas';
import { useState } from 'react';
import { countOf, formatCount, formatPercent } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog.tsx';
import { useUnsavedChanges } from '../../ui/unsaved-changes.ts';
import type { Matching } from './matching/fields.ts';
import { findLeads, guessColumns } from './matching/guess-columns.ts';
import { ChooseFile } from './steps/choose-file.tsx';
import { ImportResult } from './steps/import-result.tsx';
import { MatchColumns } from './steps/match-columns.tsx';
import { PreviewRows } from './steps/preview-rows.tsx';
import {
  type ImportControl,
  type ImportStep,
  type OpenedFile,
  useImport,
  useOpenedFile,
} from './use-import.ts';
import type { OpenedSheet } from './worker/import-file.ts';

interface ImportDialogProps {
  events: readonly AdminEvent[];
  /** The event shown on the screen, if any. */
  eventId: string | undefined;
  onClose: () => void;
}

const descriptions: Record<ImportStep['step'], string> = {
  file: 'Step 1 of 3: choose the event and a file',
  columns: 'Step 2 of 3: match the columns',
  checking: 'Step 2 of 3: match the columns',
  preview: 'Step 3 of 3: look at what will happen',
  importing: 'Step 3 of 3: saving',
  done: 'Finished',
};

/** Imports leads from a file. Everything can be seen before anything is saved, and all is saved at once. */
export function ImportDialog(props: ImportDialogProps) {
  const opened = useOpenedFile();
  const importing = useImport(opened.reader);
  const { step } = importing.state;
  return (
    <Dialog
      title="Import Leads"
      description={descriptions[step]}
      wide={step !== 'file' && step !== 'done'}
      onClose={props.onClose}
    >
      <ImportSteps {...props} opened={opened} importing={importing} />
    </Dialog>
  );
}

interface ColumnChoice {
  leadsFrom: number;
  matching: Matching;
}

function guess(
  { sample }: OpenedSheet,
  questions: readonly AdminQuestion[],
  leadsFrom = findLeads(sample),
): ColumnChoice {
  return {
    leadsFrom,
    matching: guessColumns(sample[leadsFrom - 1], sample.slice(leadsFrom), questions),
  };
}

function ImportSteps({
  events,
  eventId: shownId,
  onClose,
  opened,
  importing,
}: ImportDialogProps & { opened: OpenedFile; importing: ImportControl }) {
  const [chosenId, setEventId] = useState(shownId);
  const onlyId = events.length === 1 ? events[0]?.id : undefined;
  const eventId = chosenId || onlyId || '';
  const event = events.find(({ id }) => id === eventId);
  const questions = event?.questions ?? [];
  const [columns, setColumns] = useState<{ of: unknown[]; choice: ColumnChoice }>();
  const { state, problem, cancelling, go } = importing;
  const { file, sheet } = opened;
  // A choice is that of its sheet and event; another one is guessed again.
  const chosen = columns?.of[0] === sheet && columns?.of[1] === eventId && columns?.choice;
  const choice = sheet && (chosen || guess(sheet, questions));
  const setChoice = (next: ColumnChoice) => setColumns({ of: [sheet, eventId], choice: next });
  useUnsavedChanges(state.step !== 'file' && state.step !== 'done');

  if (state.step === 'file' || !sheet || !choice) {
    return (
      <ChooseFile
        events={events}
        eventId={eventId}
        onEventChange={setEventId}
        opened={opened}
        leadsFrom={choice?.leadsFrom ?? 0}
        onClose={onClose}
        onNext={() => go({ step: 'columns' })}
      />
    );
  }
  if (state.step === 'columns') {
    return (
      <MatchColumns
        sheet={sheet}
        {...choice}
        questions={questions}
        problem={problem}
        onHeaderChange={(hasHeader) =>
          setChoice(guess(sheet, questions, hasHeader ? Math.max(1, findLeads(sheet.sample)) : 0))
        }
        onMatchingChange={(matching) => setChoice({ ...choice, matching })}
        onCancel={onClose}
        onBack={() => go({ step: 'file' })}
        onNext={() => {
          const matched = questions.filter(({ id }) => id in choice.matching);
          const country = event?.country ?? 'GB';
          void importing.check(eventId, { ...choice, country, questions: matched });
        }}
      />
    );
  }
  if (state.step === 'preview') {
    return (
      <PreviewRows
        preview={state.preview}
        problem={problem}
        cancelling={cancelling}
        onCancel={onClose}
        onBack={importing.cancel}
        onImport={(duplicates, rows) => importing.commit(state.preview, duplicates, rows)}
      />
    );
  }
  if (state.step === 'done') {
    const name = `${file?.name.replace(/\.[^.]*$/, '')}-result.csv`;
    return (
      <ImportResult
        result={state.result}
        wrong={state.preview.wrong}
        tooLate={state.tooLate}
        onSave={() => importing.saveResult(state.result, name)}
        onClose={onClose}
      />
    );
  }
  const saving = state.step === 'importing';
  return (
    <Working
      text={
        saving
          ? `Importing ${formatCount(state.written)} of ${countOf(state.rows, 'lead')}`
          : `Checking ${countOf(sheet.rows - choice.leadsFrom, 'row')}: ${formatPercent(state.share * 100, 0)}`
      }
      note={
        saving
          ? 'All leads appear in the event at once. If you cancel, none of them does.'
          : 'Nothing is saved in the event yet.'
      }
      share={saving ? state.written / state.rows : state.share}
      problem={problem}
      cancelling={cancelling}
      onCancel={importing.cancel}
    />
  );
}

interface WorkingProps {
  text: string;
  note: string;
  share: number;
  problem: string;
  cancelling: boolean;
  onCancel: () => void;
}

/** Long work with its progress, which can be cancelled. */
function Working({ text, note, share, problem, cancelling, onCancel }: WorkingProps) {
  return (
    <>
      <DialogBody>
        <p className="font-semibold tabular-nums">{text}</p>
        <Progress label={text} share={share} />
        <p className="text-ink-2 text-sm">{note}</p>
        {problem && (
          <p role="alert" className="text-danger text-sm">
            {problem}
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button pending={cancelling} onClick={onCancel}>
          {cancelling ? 'Cancelling...' : 'Cancel'}
        </Button>
      </DialogFooter>
    </>
  );
}

interface ProgressProps {
  label: string;
  /** From 0 to 1. */
  share: number;
}

/** A bar that fills up. */
function Progress({ label, share }: ProgressProps) {
  const percent = Math.round(Math.min(1, share) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-2 overflow-hidden rounded-full bg-mute-soft"
    >
      <div
        className="h-full rounded-full bg-accent transition-[width] duration-150"
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
