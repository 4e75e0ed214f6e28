import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { downloadFile } from '../../lib/api/api-client.ts';
import { saveFile } from '../../lib/device/save-file.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { today } from '../../lib/texts/day-formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialogs/dialog.tsx';
import { winnersQuery } from './api.ts';
import { WinnersPanel } from './winners-panel.tsx';

/** All winners of an event, for organisers: their contact details, and whether they have their prizes. */
export function WinnersDialog({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const { data } = useQuery(winnersQuery(eventId));
  const standing = data?.filter(({ forfeited }) => !forfeited) ?? [];
  const handedOver = standing.filter(({ handover }) => handover).length;
  return (
    <Dialog
      wide
      title={t('workspace.winners')}
      {...(data && {
        description: t('presenter.winnersHandedOver', { count: standing.length, handedOver }),
      })}
      onClose={onClose}
    >
      <DialogBody>
        <WinnersPanel eventId={eventId} />
      </DialogBody>
      {data && data.length > 0 && (
        <DialogFooter>
          <WinnerExports eventId={eventId} />
        </DialogFooter>
      )}
    </Dialog>
  );
}

export function WinnerExports({ eventId }: { eventId: string }) {
  const exportWinners = useApiMutation({
    send: async (format: 'csv' | 'xlsx') => {
      const file = await downloadFile('/api/events/:eventId/winners/export', {
        params: { eventId },
        body: { format },
      });
      saveFile(`winners_${eventId}_${today()}.${format}`, file);
    },
    success: (_answer, format) => ({
      title: t('presenter.exported'),
      description: t('presenter.winnersExported', { format: format.toUpperCase() }),
    }),
    failure: t('presenter.exportFailed'),
  });
  return (['csv', 'xlsx'] as const).map((format) => (
    <Button
      key={format}
      pending={exportWinners.isPending && exportWinners.variables === format}
      onClick={() => exportWinners.mutate(format)}
    >
      <Download aria-hidden />
      {t('presenter.export', { format: format.toUpperCase() })}
    </Button>
  ));
}
