import { QUICKNET, roundAt } from '@drawbridge/contract/fair-draw/sealed/beacon';
import type { Prize } from '@drawbridge/contract/raffle/prizes';
import { countDrawn } from '@drawbridge/contract/raffle/scene';
import { type FormEvent, useState } from 'react';
import { sendOnce } from '../../lib/queries/send-once.ts';
import { useToastMutation } from '../../lib/queries/use-toast-mutation.ts';
import { t } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialogs/dialog.tsx';
import { Field, Input } from '../../ui/fields/field.tsx';
import { eligibleUrl, eventUrl } from '../api.ts';
import { useStage } from '../stage-context.tsx';
import { TakingPart, useTakingPart, WhoTakesPart } from './roll-call.tsx';
import { Choice, lengthOf } from './show-settings.tsx';

/** The seconds between the seal and its beacon. The server requires at least 20 after it has sealed. */
const WAITS = [30, 60, 120] as const;

interface SealDialogProps {
  prize: Prize | undefined;
  onClose: () => void;
}

/** Asks what decides a draw, before it is sealed. */
export function SealDialog({ prize, onClose }: SealDialogProps) {
  const { eventId, results, now, show } = useStage();
  const { onlyHere, obstacle } = useTakingPart();
  const remaining = prize ? prize.quantity - countDrawn(prize, results) : 1;
  const [wait, setWait] = useState<(typeof WAITS)[number] | 0>(
    prize?.drawSource === 'beacon' ? WAITS[1] : 0,
  );
  const [winners, setWinners] = useState(String(remaining));
  const count = Number(winners);
  const possible = Number.isInteger(count) && count >= 1 && count <= remaining;
  // Seals the draw before the audience calls out a phrase, or before a beacon appears.
  const sealDraw = useToastMutation({
    send: () =>
      sendOnce('/api/events/:eventId/seal', {
        params: { eventId },
        body: {
          prizeId: prize?.id ?? null,
          ...(remaining > 1 && { count }),
          ...(onlyHere && { onlyHere }),
          ...(wait > 0 && { round: roundAt(QUICKNET, now() + wait * 1000) }),
        },
      }),
    failure: t('presenter.sealingFailed'),
    refetches: [`${eventUrl(eventId)}/draws`, eligibleUrl(eventId)],
  });

  function seal(event: FormEvent) {
    event.preventDefault();
    if (!possible || obstacle) return;
    if (prize) show({ prizeId: prize.id });
    sealDraw.mutate(undefined, { onSuccess: onClose });
  }

  return (
    <Dialog
      low
      title={t('presenter.sealFirst')}
      description={prize?.name ?? t('workspace.generalDraw')}
      onClose={onClose}
    >
      <form onSubmit={seal} noValidate className="contents">
        <DialogBody>
          <section aria-label={t('presenter.sealFixes')} className="rounded-m bg-sunk px-4 py-3">
            <p className="text-ink-2 text-sm">{t('presenter.sealFixes')}</p>
            <p className="mt-0.5 break-words font-semibold">
              <bdi>{prize?.name ?? t('workspace.generalDraw')}</bdi>
              {' · '}
              <TakingPart />
            </p>
            <p className="mt-2 text-sm">{obstacle ?? t('presenter.sealUntil')}</p>
          </section>
          <WhoTakesPart />
          {/* What decides may have been chosen with the order of the prizes. */}
          {(prize?.drawSource ?? 'none') === 'none' && (
            <Choice
              label={t('presenter.whatDecides')}
              options={[
                [false, t('presenter.phraseOfHall')],
                [true, t('presenter.publicBeacon')],
              ]}
              value={wait > 0}
              onChoose={(beacon) => setWait(beacon ? WAITS[1] : 0)}
            />
          )}
          {wait > 0 && (
            <Choice
              label={t('presenter.beaconComesIn')}
              options={WAITS.map((seconds) => [seconds, lengthOf(seconds, 'second')])}
              value={wait}
              onChoose={setWait}
            />
          )}
          <p className="text-ink-2 text-sm">
            {t(wait > 0 ? 'presenter.beaconHelp' : 'workspace.phraseDecides')}
          </p>
          {remaining > 1 && (
            <Field
              label={t('presenter.howManyWinners')}
              error={possible ? undefined : t('presenter.atMostWinners', { left: remaining })}
              className="max-w-48"
            >
              <Input
                type="number"
                inputMode="numeric"
                min={1}
                max={remaining}
                value={winners}
                onChange={(event) => setWinners(event.target.value)}
              />
            </Field>
          )}
        </DialogBody>
        <DialogFooter>
          <Button
            type="submit"
            variant="primary"
            pending={sealDraw.isPending}
            className="max-md:flex-1"
          >
            {t('presenter.sealNow')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
