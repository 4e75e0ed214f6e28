import { Download } from 'lucide-react';
import { formatPercent } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { useExportLeads } from './api.ts';

interface ExportLeadsButtonProps {
  /** The selected event, or all events. */
  eventId: string;
}

export function ExportLeadsButton({ eventId }: ExportLeadsButtonProps) {
  const { exportLeads, progress } = useExportLeads(eventId);

  return (
    <Button pending={exportLeads.isPending} onClick={() => exportLeads.mutate()}>
      {exportLeads.isPending ? (
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
  );
}
