import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { type Handover, handoverByHand } from '@drawbridge/contract/winners';
import { useQueries } from '@tanstack/react-query';
import { t } from '../../lib/texts.ts';
import { ticketName } from '../../lib/ticket-names.ts';
import { readsOf } from '../../lib/use-read.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/empty-state.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useTickByHand, winsQuery, wonPrizesQuery } from './api.ts';

/** A win whose prize has not been handed over. */
export interface Waiting {
  number: number;
  name: string;
  prizeName: string | null;
}

interface WaitingListProps {
  eventId: string;
  onTick: (win: Waiting) => void;
}

/** Who is still waiting, each with a way to hand over without a phone. */
export function WaitingList({ eventId, onTick }: WaitingListProps) {
  const [wins, prizes] = useQueries({ queries: [winsQuery(eventId), wonPrizesQuery(eventId)] });
  const reads = readsOf(wins, prizes);
  if (reads.failure) {
    return (
      <LoadFailure
        title={t('presenter.winnersNotLoaded')}
        error={reads.failure.error}
        onRetry={reads.retry}
      />
    );
  }
  if (!wins.data || !prizes.data) return null;
  const waiting = waitingWins(wins.data, prizes.data);
  return (
    <section aria-labelledby="still-waiting">
      <h3 id="still-waiting" className="text-lg">
        {t('presenter.stillWaiting', { total: waiting.length })}
      </h3>
      {waiting.length === 0 ? (
        <p className="mt-1 text-ink-2">
          {t(wins.data.length === 0 ? 'presenter.nobodyWon' : 'presenter.allHandedOver')}
        </p>
      ) : (
        <ul className="mt-1">
          {waiting.map(({ ticket, ...win }) => (
            <li key={win.number} className="flex items-center gap-3 border-t py-2">
              <div className="min-w-0 flex-1">
                <p className="break-words font-semibold">
                  <bdi>{win.prizeName ?? t('workspace.generalDraw')}</bdi>
                </p>
                <p className="break-words text-ink-2 text-sm">
                  <bdi>{win.name}</bdi> · <span className="font-display">{ticketName(ticket)}</span>
                </p>
              </div>
              <Button
                size="small"
                aria-label={t('presenter.tickByHandFor', { name: win.name })}
                onClick={() => onTick(win)}
              >
                {t('presenter.tickByHand')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function waitingWins(
  wins: readonly RaffleResult[],
  prizes: readonly Prize[],
): (Waiting & { ticket: string })[] {
  return wins
    .filter(({ handedOverAt }) => handedOverAt === null)
    .map(({ number, prizeId, winner, ticket }) => ({
      number,
      name: winner.name,
      prizeName: prizes.find(({ id }) => id === prizeId)?.name ?? null,
      ticket,
    }));
}

interface TickByHandDialogProps extends Waiting {
  eventId: string;
  onDone?: (done: Handover) => void;
  onClose: () => void;
}

/** For a winner without a phone. */
export function TickByHandDialog({ eventId, onDone, onClose, ...win }: TickByHandDialogProps) {
  const form = useZodForm(handoverByHand, { defaultValues: { note: '' } });
  const tick = useTickByHand(eventId);
  return (
    <FormDialog
      compact
      title={t('presenter.withoutPhone')}
      description={
        win.prizeName
          ? t('presenter.prizeTo', { prize: win.prizeName, name: win.name })
          : t('presenter.generalDrawTo', { name: win.name })
      }
      onClose={onClose}
      form={form}
      onSubmit={({ note }) =>
        tick.mutate(
          { number: win.number, note },
          {
            onSuccess: (done) => {
              onClose();
              onDone?.(done);
            },
          },
        )
      }
      submitLabel={t('presenter.handOverNow')}
      pendingLabel={t('presenter.saving')}
      pending={tick.isPending}
      error={tick.error}
    >
      <Field
        form={form}
        name="note"
        label={t('presenter.note')}
        hint={t('presenter.noteHint')}
        required
      >
        <Input
          {...form.register('note')}
          autoComplete="off"
          placeholder={t('presenter.noteExample')}
        />
      </Field>
    </FormDialog>
  );
}
