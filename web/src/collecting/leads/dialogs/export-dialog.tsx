import {
  type FileLayoutName,
  fileLayoutNames,
  fileLayouts,
} from '@drawbridge/contract/collecting/layouts';
import type { LeadFileInput } from '@drawbridge/contract/collecting/lead-lists';
import { useState } from 'react';
import { today } from '../../../lib/texts/day-formats.ts';
import { formatBytes } from '../../../lib/texts/figures.ts';
import { say } from '../../../lib/texts/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialogs/dialog.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { type ListedLeads, useExportLeads } from '../api.ts';

const ANSWERS = 'answers';
type What = typeof ANSWERS | FileLayoutName;
type Rows = 'listed' | 'event' | 'all';

interface ExportDialogProps {
  list: ListedLeads;
  onClose: () => void;
}

/** What is exported, which rows, and in which format. */
export function ExportDialog({ list, onClose }: ExportDialogProps) {
  const { eventId = 'all' } = list.filter;
  const [what, setWhat] = useState<What>(ANSWERS);
  const [rows, setRows] = useState<Rows>('listed');
  const [chosen, setFormat] = useState<LeadFileInput['format']>('csv');
  const { exportLeads, bytes } = useExportLeads();
  const layout = what === ANSWERS ? undefined : what;
  const format = layout ? 'csv' : chosen;

  function save() {
    const scope = {
      listed: { filter: { ...list.filter, sort: list.sort }, of: eventId, suffix: '_filtered' },
      event: { filter: { eventId }, of: eventId, suffix: '_all' },
      all: { filter: {}, of: 'all', suffix: '_with-event' },
    }[rows];
    const { filter, of, suffix } = scope;
    exportLeads.mutate(
      {
        file: { ...filter, format, ...(layout ? { layout } : { details: true }) },
        fileName: `leads_${of}_${today()}${layout ? `_${layout}` : suffix}.${format}`,
      },
      { onSuccess: onClose },
    );
  }

  return (
    <Dialog title={say('Export')} description={say('Save leads as a file')} onClose={onClose}>
      <DialogBody>
        <Field
          label={say('What')}
          hint={layout && say('The columns that this program imports, as CSV.')}
        >
          <Select
            value={what}
            onValueChange={(value) => setWhat(value as What)}
            options={[
              { value: ANSWERS, label: say('All columns, with answers and consent') },
              ...fileLayoutNames.map((name) => ({
                value: name,
                label: say(fileLayouts[name].name),
              })),
            ]}
          />
        </Field>
        <Field label={say('Which leads')}>
          <Select
            value={rows}
            onValueChange={(value) => setRows(value as Rows)}
            options={[
              {
                value: 'listed',
                label:
                  list.total === undefined
                    ? say('As listed')
                    : say('As listed: {count} lead', 'As listed: {count} leads', {
                        count: list.total,
                      }),
              },
              ...(eventId === 'all'
                ? []
                : [{ value: 'event', label: say('All leads of this event') }]),
              { value: 'all', label: say('All leads of all events') },
            ]}
          />
        </Field>
        <Field label={say('Format')}>
          <Select
            value={format}
            disabled={layout !== undefined}
            onValueChange={(value) => setFormat(value as LeadFileInput['format'])}
            options={[
              { value: 'csv', label: 'CSV' },
              { value: 'xlsx', label: say('Excel workbook (XLSX)') },
            ]}
          />
        </Field>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{say('Cancel')}</Button>
        <Button variant="primary" pending={exportLeads.isPending} onClick={save}>
          {exportLeads.isPending && bytes > 0
            ? say('Exporting {bytes}', { bytes: formatBytes(bytes) })
            : say('Export')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
