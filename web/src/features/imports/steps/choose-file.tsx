import type { AdminEvent } from '@drawbridge/contract/events';
import { IMPORT_ROWS_MAX } from '@drawbridge/contract/files/imports';
import { FileSpreadsheet, Upload } from 'lucide-react';
import { countOf, formatCount } from '../../../lib/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogBody, DialogFooter } from '../../../ui/dialog.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import type { OpenedFile } from '../use-import.ts';

interface ChooseFileProps {
  events: readonly AdminEvent[];
  eventId: string;
  onEventChange: (eventId: string) => void;
  opened: OpenedFile;
  /** The index of the first lead's row; a header above it is not counted. */
  leadsFrom: number;
  onClose: () => void;
  onNext: () => void;
}

export function ChooseFile({
  events,
  eventId,
  onEventChange,
  opened: { file, sheet, reading, problem, choose, chooseSheet },
  leadsFrom,
  onClose,
  onNext,
}: ChooseFileProps) {
  return (
    <>
      <DialogBody>
        <Field
          label="Event"
          required
          hint={events.length === 0 && 'No events available. Create an event first.'}
        >
          <Select
            value={eventId}
            onValueChange={onEventChange}
            placeholder="Select an event"
            options={events.map(({ id, name }) => ({ value: id, label: name }))}
            disabled={events.length === 0}
          />
        </Field>
        <div className="flex flex-col gap-1.5">
          <p className="font-semibold text-sm">File</p>
          <DropZone label="File" accept=".csv,.tsv,.txt,.xlsx" error={problem} onFile={choose}>
            {file && !problem ? (
              <FileSpreadsheet aria-hidden className="size-5 shrink-0" />
            ) : (
              <Upload aria-hidden className="size-5 shrink-0" />
            )}
            <span className="min-w-0 break-words">
              {file && !problem ? (
                <>
                  <span className="block font-semibold text-ink">{file.name}</span>
                  <span aria-live="polite">
                    {reading || !sheet ? 'Reading...' : rowsText(sheet.rows, leadsFrom)}
                  </span>
                </>
              ) : (
                'Choose a CSV or XLSX file, or drop it here'
              )}
            </span>
          </DropZone>
        </div>
        {sheet && sheet.sheets.length > 1 && (
          <Field label="Sheet">
            <Select
              value={String(sheet.sheet)}
              onValueChange={(index) => chooseSheet(Number(index))}
              options={sheet.sheets.map((name, index) => ({ value: String(index), label: name }))}
            />
          </Field>
        )}
        <p className="text-ink-2 text-sm">
          Up to {formatCount(IMPORT_ROWS_MAX)} rows with a name, a phone number and, if you have it,
          an email. Imported leads are pending. You see everything before anything is saved.
        </p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          disabled={!eventId || !sheet || sheet.rows === 0}
          pending={reading}
          onClick={onNext}
        >
          Next
        </Button>
      </DialogFooter>
    </>
  );
}

/** '5 rows and a header' */
function rowsText(all: number, leadsFrom: number): string {
  return `${countOf(all - leadsFrom, 'row')}${leadsFrom > 0 ? ' and a header' : ''}`;
}
