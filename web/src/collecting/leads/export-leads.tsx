import { fileLayoutNames, fileLayouts } from '@drawbridge/contract/collecting/layouts';
import { ChevronDown, Download } from 'lucide-react';
import { today } from '../../lib/texts/day-formats.ts';
import { formatBytes } from '../../lib/texts/figures.ts';
import { formatCount } from '../../lib/texts/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { type ListedLeads, useExportLeads } from './api.ts';

/** Saves the list on screen, or other leads. */
export function useSaveLeads({ filter, sort }: ListedLeads) {
  const { exportLeads, bytes } = useExportLeads();
  const { isPending, mutate } = exportLeads;
  const { eventId = 'all' } = filter;
  type Wanted = Parameters<typeof mutate>[0]['file'];
  const save = (file: Wanted, { of = eventId, suffix = '' } = {}) =>
    mutate({ file, fileName: `leads_${of}_${today()}${suffix}.${file.format}` });
  const listed = { ...filter, sort };
  const saveListed = (format: Wanted['format']) =>
    save({ ...listed, format, details: true }, { suffix: '_filtered' });
  return { eventId, listed, save, saveListed, isPending, bytes };
}

/** The export of the selected event, and a menu with other files beside it. */
export function ExportLeads({ list }: { list: ListedLeads }) {
  const { eventId, listed, save, saveListed, isPending, bytes } = useSaveLeads(list);

  return (
    <div className="flex">
      <Button
        pending={isPending}
        onClick={() => save({ eventId, format: 'csv' })}
        className="flex-1 rounded-e-none max-sm:px-3 max-sm:[&_svg]:hidden"
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
            onSelect: () => saveListed('csv'),
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
            onSelect: () => saveListed('xlsx'),
          },
          ...fileLayoutNames.map((layout) => ({
            label: fileLayouts[layout].name,
            hint: 'CSV to import there, as listed on this screen',
            onSelect: () => save({ ...listed, format: 'csv', layout }, { suffix: `_${layout}` }),
          })),
        ]}
      >
        <Button
          icon={ChevronDown}
          aria-label="More exports"
          disabled={isPending}
          className="rounded-s-none border-s-0 px-2.5"
        ></Button>
      </Menu>
    </div>
  );
}
