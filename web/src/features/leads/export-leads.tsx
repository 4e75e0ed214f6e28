import { fileLayoutNames, fileLayouts } from '@drawbridge/contract/files/layouts';
import { ChevronDown, Download } from 'lucide-react';
import { today } from '../../lib/day-formats.ts';
import { formatBytes, formatCount } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { type ListedLeads, useExportLeads } from './api.ts';

interface ExportLeadsProps {
  /** The selected event, or `all`. */
  eventId: string;
  /** The list on screen. */
  list: ListedLeads;
}

/** The export of the selected event, and a menu with other files beside it. */
export function ExportLeads({ eventId, list }: ExportLeadsProps) {
  const { exportLeads, bytes } = useExportLeads();
  const { isPending, mutate } = exportLeads;
  type Wanted = Parameters<typeof mutate>[0]['file'];
  const save = (file: Wanted, { of = eventId, suffix = '' } = {}) =>
    mutate({ file, fileName: `leads_${of}_${today()}${suffix}.${file.format}` });
  const listed = { ...list.filter, sort: list.sort };

  return (
    <div className="flex">
      <Button
        pending={isPending}
        onClick={() => save({ eventId, format: 'csv' })}
        className="flex-1 rounded-e-none max-sm:px-3"
      >
        {isPending ? (
          bytes > 0 ? (
            `Exporting ${formatBytes(bytes)}`
          ) : (
            'Exporting...'
          )
        ) : (
          <>
            <Download aria-hidden />
            Export CSV
          </>
        )}
      </Button>
      <Menu
        items={[
          {
            label: `Filtered leads${list.total === undefined ? '' : ` (${formatCount(list.total)})`}`,
            hint: 'CSV with answers, as listed on this screen',
            onSelect: () =>
              save({ ...listed, format: 'csv', details: true }, { suffix: '_filtered' }),
          },
          {
            label: 'All leads with event',
            hint: 'CSV with answers, of all events',
            onSelect: () =>
              save({ format: 'csv', details: true }, { of: 'all', suffix: '_with-event' }),
          },
          {
            label: 'XLSX',
            hint: 'Excel workbook with answers, as listed on this screen',
            onSelect: () =>
              save({ ...listed, format: 'xlsx', details: true }, { suffix: '_filtered' }),
          },
          ...fileLayoutNames.map((layout) => ({
            label: fileLayouts[layout].name,
            hint: 'CSV to import there, as listed on this screen',
            onSelect: () => save({ ...listed, format: 'csv', layout }, { suffix: `_${layout}` }),
          })),
        ]}
      >
        <Button
          aria-label="More exports"
          disabled={isPending}
          className="rounded-s-none border-s-0 px-2.5"
        >
          <ChevronDown aria-hidden />
        </Button>
      </Menu>
    </div>
  );
}
