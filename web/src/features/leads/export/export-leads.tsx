import type { AdminLead } from '@drawbridge/contract/leads';
import { ChevronDown, Download } from 'lucide-react';
import { formatCount, formatPercent } from '../../../lib/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { useExportLeads } from '../api.ts';

interface ExportLeadsProps {
  /** The selected event, or all events. */
  eventId: string;
  /** The leads that the filters leave, in the chosen order. */
  filtered: readonly AdminLead[];
  eventNames: ReadonlyMap<string, string>;
}

/** The export of the selected event, and a menu with other files beside it. */
export function ExportLeads({ eventId, filtered, eventNames }: ExportLeadsProps) {
  const { exportLeads, progress } = useExportLeads(eventId, eventNames);
  const { isPending, mutate } = exportLeads;

  return (
    <div className="flex">
      <Button
        pending={isPending}
        onClick={() => mutate({ contents: 'event' })}
        className="flex-1 rounded-r-none max-sm:px-3"
      >
        {isPending ? (
          progress > 0 ? (
            `Exporting ${formatPercent(progress * 100, 0)}`
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
            label: `Filtered leads (${formatCount(filtered.length)})`,
            hint: 'CSV, as listed on this screen',
            onSelect: () => mutate({ contents: 'filtered', leads: filtered, format: 'csv' }),
          },
          {
            label: 'All leads with event',
            hint: 'CSV, of all events',
            onSelect: () => mutate({ contents: 'all' }),
          },
          {
            label: 'XLSX',
            hint: 'Excel workbook, as listed on this screen',
            onSelect: () => mutate({ contents: 'filtered', leads: filtered, format: 'xlsx' }),
          },
        ]}
      >
        <Button
          aria-label="More exports"
          disabled={isPending}
          className="rounded-l-none border-l-0 px-2.5"
        >
          <ChevronDown aria-hidden />
        </Button>
      </Menu>
    </div>
  );
}
