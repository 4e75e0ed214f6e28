import { Download, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { today } from '../../lib/texts/day-formats.ts';
import { formatBytes } from '../../lib/texts/figures.ts';
import { say } from '../../lib/texts/say.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { type ListedLeads, useExportLeads } from './api.ts';

const ExportDialog = lazyDialog(() => import('./dialogs/export-dialog.tsx'), 'ExportDialog');

/** The specified export of the selected event, and a dialog for all other files beside it. */
export function ExportLeads({ list }: { list: ListedLeads }) {
  const { exportLeads, bytes } = useExportLeads();
  const { isPending, mutate } = exportLeads;
  const [open, setOpen] = useState(false);
  const { eventId = 'all' } = list.filter;
  const fileName = `leads_${eventId}_${today()}.csv`;

  return (
    <div className="flex">
      <Button
        pending={isPending}
        onClick={() => mutate({ file: { eventId, format: 'csv' }, fileName })}
        className="flex-1 rounded-e-none max-sm:px-3 max-sm:[&_svg]:hidden"
      >
        {isPending ? (
          bytes > 0 ? (
            say('Exporting {bytes}', { bytes: formatBytes(bytes) })
          ) : (
            say('Exporting...')
          )
        ) : (
          <>
            <Download aria-hidden />
            {say('Export CSV')}
          </>
        )}
      </Button>
      <Button
        icon={Ellipsis}
        aria-label={say('More exports')}
        disabled={isPending}
        onClick={() => setOpen(true)}
        className="rounded-s-none border-s-0 px-2.5"
      />
      {open && <ExportDialog list={list} onClose={() => setOpen(false)} />}
    </div>
  );
}
