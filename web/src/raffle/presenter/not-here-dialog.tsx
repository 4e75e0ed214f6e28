import type { RaffleResult } from '@drawbridge/contract/raffle/raffle';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialogs/dialog.tsx';
import { isSameWin, winnersQuery } from '../handover/api.ts';
import { WinnerName, WinsByPrize } from '../handover/wins-by-prize.tsx';
import { useStage } from '../stage-context.tsx';
import { ForfeitDialog } from './presenter-dialogs.tsx';

/** Chooses an absent winner: among those of the last draw, and of earlier draws on request. */
export function NotHereDialog({ onClose }: { onClose: () => void }) {
  const { eventId, scene, prizes, results, take } = useStage();
  const [forfeiting, setForfeiting] = useState<RaffleResult>();
  const [earlier, setEarlier] = useState(false);
  const { data: winners } = useQuery(winnersQuery(eventId));
  const last = scene.kind === 'winner' ? scene.result.number : results.at(-1)?.number;
  const absent = results
    .filter(({ handedOverAt }) => handedOverAt === null)
    .map((result) => ({
      ...result,
      name: result.winner.name,
      prizeName: prizes.find(({ id }) => id === result.prizeId)?.name ?? null,
      here: winners?.find(isSameWin(result))?.here ?? false,
    }))
    // People who did not answer the roll call are the likely ones. The last draw comes first.
    .sort((one, other) => Number(one.here) - Number(other.here) || other.number - one.number);
  const lastDrawAbsent = absent.filter(({ number }) => number === last);
  const before = absent.length - lastDrawAbsent.length;
  const answered = absent.some(({ here }) => here);

  if (forfeiting) {
    return (
      <ForfeitDialog
        result={forfeiting}
        prize={prizes.find(({ id }) => id === forfeiting.prizeId)}
        onForfeited={(forfeit) =>
          // The live stream brings the same change, unless it is lost.
          take((state) => ({
            ...{ ...state, forfeit, prizeId: forfeit.prizeId },
            revealed: state.revealed === forfeit.forfeits ? null : state.revealed,
          }))
        }
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      low
      title={t('presenter.notHere')}
      description={t('presenter.whoIsAbsent')}
      onClose={onClose}
    >
      <DialogBody>
        <WinsByPrize wins={earlier ? absent : lastDrawAbsent}>
          {(win) => (
            <button
              type="button"
              onClick={() => setForfeiting(win)}
              className="flex min-h-11 w-full items-center gap-3 rounded-s text-start hover:bg-sunk"
            >
              <span className="min-w-0 flex-1">
                <WinnerName win={win} />
              </span>
              {answered && win.here && <Badge tone="ok">{t('presenter.answered')}</Badge>}
            </button>
          )}
        </WinsByPrize>
        {before > 0 && !earlier && (
          <Button onClick={() => setEarlier(true)}>
            {t('presenter.earlierDraws', { number: formatCount(before) })}
          </Button>
        )}
      </DialogBody>
    </Dialog>
  );
}
