import { IMPORT_ROWS_MAX } from '@drawbridge/contract/collecting/imports';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import { english } from '@drawbridge/contract/languages/english';
import { Download, FileSpreadsheet, Upload } from 'lucide-react';
import { formatPercent, leftOutText } from '../../lib/texts/figures.ts';
import { say } from '../../lib/texts/say.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialogs/dialog.tsx';
import { useUnsavedChanges } from '../../ui/dialogs/unsaved-changes.ts';
import { DropZone } from '../../ui/fields/drop-zone.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { MatchColumns, Problem } from './match-columns.tsx';
import { PreviewRows } from './preview-rows.tsx';
import { type ImportState, type StepProps, useImport } from './use-import.ts';

const descriptions: Record<ImportState['step'], string> = english({
  file: 'Step 1 of 3: choose the event and a file',
  columns: 'Step 2 of 3: match the columns',
  checking: 'Step 2 of 3: match the columns',
  preview: 'Step 3 of 3: review the import',
  importing: 'Step 3 of 3: saving',
  done: 'Finished',
});

interface ImportDialogProps {
  events: readonly AdminEvent[];
  /** The event shown on the screen, if any. */
  eventId: string | undefined;
  onClose: () => void;
}

/** Imports leads from a file. Everything is previewed before anything is saved, and everything is saved at once. */
export function ImportDialog({ events, eventId, onClose }: ImportDialogProps) {
  const importing = useImport(events, eventId);
  const { step } = importing.state;
  return (
    <Dialog
      title={say('Import Leads')}
      description={say(descriptions[step])}
      wide={step !== 'file' && step !== 'done'}
      onClose={onClose}
    >
      <Step importing={importing} onClose={onClose} />
    </Dialog>
  );
}

function Step(props: StepProps) {
  const { state, sheet } = props.importing;
  useUnsavedChanges(state.step !== 'file' && state.step !== 'done');
  if (state.step === 'file' || !sheet) return <ChooseFile {...props} />;
  if (state.step === 'columns') return <MatchColumns {...props} sheet={sheet} />;
  if (state.step === 'preview') return <PreviewRows {...props} preview={state.preview} />;
  if (state.step === 'done') return <Result {...props} {...state} />;
  return state.step === 'importing' ? (
    <Working
      {...props}
      text={say('Importing {written} of {count} lead', 'Importing {written} of {count} leads', {
        count: state.rows,
        written: state.written,
      })}
      note={say('All leads are added together. If you cancel, none are added.')}
      share={state.written / state.rows}
    />
  ) : (
    <Working
      {...props}
      text={say('Checking {count} row: {percent}', 'Checking {count} rows: {percent}', {
        count: sheet.rows - sheet.leadsFrom,
        percent: formatPercent(state.share * 100, 0),
      })}
      note={say('Nothing is saved in the event yet.')}
      share={state.share}
    />
  );
}

function ChooseFile({ importing, onClose }: StepProps) {
  const { events, eventId, file, sheet, reading, problem } = importing;
  const rowsText = sheet
    ? sheet.leadsFrom > 0
      ? say('{count} row and a header', '{count} rows and a header', {
          count: sheet.rows - sheet.leadsFrom,
        })
      : say('{count} row', '{count} rows', { count: sheet.rows - sheet.leadsFrom })
    : '';
  const validFile = problem ? undefined : file;
  const Icon = validFile ? FileSpreadsheet : Upload;
  return (
    <>
      <DialogBody>
        <Field
          label={say('Event')}
          required
          hint={events.length === 0 && say('No events available. Create an event first.')}
        >
          <Select
            value={eventId}
            onValueChange={importing.chooseEvent}
            placeholder={say('Select an event')}
            options={events.map(({ id, name }) => ({ value: id, label: name }))}
            disabled={events.length === 0}
          />
        </Field>
        <div className="flex flex-col gap-1.5">
          <p className="font-semibold text-sm">{say('File')}</p>
          <DropZone
            label={say('File')}
            accept=".csv,.tsv,.txt,.xlsx"
            error={problem}
            onFile={importing.chooseFile}
          >
            <Icon aria-hidden className="size-5 shrink-0" />
            <span className="min-w-0 break-words">
              {validFile ? (
                <>
                  <span className="block font-semibold text-ink">{validFile.name}</span>
                  <span aria-live="polite">{reading ? say('Reading...') : rowsText}</span>
                </>
              ) : (
                say('Choose a CSV or XLSX file, or drop it here')
              )}
            </span>
          </DropZone>
        </div>
        {sheet && sheet.sheets.length > 1 && (
          <Field label={say('Sheet')}>
            <Select
              value={String(sheet.sheet)}
              onValueChange={(index) => importing.chooseSheet(Number(index))}
              options={sheet.sheets.map((name, index) => ({ value: String(index), label: name }))}
            />
          </Field>
        )}
        <p className="text-ink-2 text-sm">
          {say(
            'Up to {count} rows with a name, a phone number and, if you have it, an email. Imported leads are pending. You see everything before anything is saved.',
            { count: IMPORT_ROWS_MAX },
          )}
        </p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{say('Cancel')}</Button>
        <Button
          variant="primary"
          disabled={!eventId || !sheet || sheet.rows === 0}
          pending={reading}
          onClick={() => importing.go({ step: 'columns' })}
        >
          {say('Next')}
        </Button>
      </DialogFooter>
    </>
  );
}

interface WorkingProps extends StepProps {
  text: string;
  note: string;
  /** The progress from 0 to 1. */
  share: number;
}

/** Long work with its progress, which can be cancelled. */
function Working({ importing: { problem, cancelling, cancel }, text, note, share }: WorkingProps) {
  const percent = Math.round(Math.min(1, share) * 100);
  return (
    <>
      <DialogBody>
        <p className="font-semibold tabular-nums">{text}</p>
        <div
          role="progressbar"
          aria-label={text}
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
        <p className="text-ink-2 text-sm">{note}</p>
        <Problem text={problem} />
      </DialogBody>
      <DialogFooter>
        <Button pending={cancelling} onClick={cancel}>
          {cancelling ? say('Cancelling...') : say('Cancel')}
        </Button>
      </DialogFooter>
    </>
  );
}

type ResultProps = StepProps & Extract<ImportState, { step: 'done' }>;

function Result({ importing, preview: { wrong }, result, tooLate, onClose }: ResultProps) {
  const { imported, leftOut, chancesTaken } = result;
  const kinds = [
    [
      leftOut.event.length,
      say('{count} duplicate already in the event', '{count} duplicates already in the event', {
        count: leftOut.event.length,
      }),
    ],
    [
      leftOut.file.length,
      say('{count} duplicate repeated in the file', '{count} duplicates repeated in the file', {
        count: leftOut.file.length,
      }),
    ],
  ] as const;
  const duplicates = leftOut.event.length + leftOut.file.length;
  const rows = imported + duplicates + wrong;

  return (
    <>
      <DialogBody>
        {tooLate && (
          <p role="alert" className="rounded-m bg-wait-soft px-3.5 py-2.5 text-wait">
            {say('It was too late to cancel: the leads had already been saved.')}
          </p>
        )}
        <div role="status">
          <p className="font-display font-semibold text-2xl">
            {say('{count} lead imported', '{count} leads imported', { count: imported })}
          </p>
          <p className="mt-1 text-ink-2">
            {rows === imported
              ? say('Every row is in the event: {rows} of {rows}', { rows })
              : say(
                  'Of {count} row in the file, {duplicates}',
                  'Of {count} rows in the file, {duplicates}',
                  { count: rows, duplicates: leftOutText(duplicates, wrong) },
                )}
          </p>
          <ul className="mt-1 list-inside list-disc text-ink-2">
            {kinds.map(([count, why]) => count > 0 && <li key={why}>{why}</li>)}
            {chancesTaken > 0 && (
              <li>
                {say(
                  '{count} lead of the event got the chances of the file',
                  '{count} leads of the event got the chances of the file',
                  { count: chancesTaken },
                )}
              </li>
            )}
          </ul>
        </div>
        <p className="text-ink-2 text-sm">
          {say('The result file lists every row of your file with its result.')}
        </p>
      </DialogBody>
      <DialogFooter>
        <Button icon={Download} onClick={() => importing.saveResult(result)}>
          {say('Result file')}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {say('Done')}
        </Button>
      </DialogFooter>
    </>
  );
}
