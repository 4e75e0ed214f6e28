import type { Prize } from '@drawbridge/contract/raffle/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle/raffle';
import { type Handover, handoverByHand } from '@drawbridge/contract/raffle/winners';
import { useQueries } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { sendOnce } from '../../lib/queries/send-once.ts';
import { t } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ChangeDialog } from '../../ui/dialogs/change-dialog.tsx';
import { Field, Input } from '../../ui/fields/field.tsx';
import { Resource } from '../../ui/resource.tsx';
import { changedByHandovers, winsQuery, wonPrizesQuery } from './api.ts';
import { type ListedWin, WinnerName, WinsByPrize } from './wins-by-prize.tsx';

/** A win whose prize has not been handed over. */
export type Waiting = ListedWin;

interface WaitingListProps {
  eventId: string;
  onTick: (win: Waiting) => void;
}

/** The winners who are still waiting, each with a button to hand over without a phone. */
export function WaitingList({ eventId, onTick }: WaitingListProps) {
  const [wins, prizes] = useQueries({ queries: [winsQuery(eventId), wonPrizesQuery(eventId)] });
  return (
    <Resource
      reads={[wins, prizes]}
      what={{ loading: t('presenter.loadingWinners'), failed: t('presenter.winnersNotLoaded') }}
    >
      {(all, won) => {
        const waiting = waitingWins(all, won);
        return (
          <section aria-labelledby="still-waiting">
            <h3 id="still-waiting" className="text-lg">
              {t('presenter.stillWaiting', { total: waiting.length })}
            </h3>
            {waiting.length === 0 ? (
              <p className="mt-1 text-ink-2">
                {t(all.length === 0 ? 'presenter.nobodyWon' : 'presenter.allHandedOver')}
              </p>
            ) : (
              <div className="mt-2">
                <WinsByPrize wins={waiting}>
                  {(win) => (
                    <div className="flex items-center gap-3">
                      <div className="flex-1">
                        <WinnerName win={win} />
                      </div>
                      <ManualHandoverButton name={win.name} onTick={() => onTick(win)} />
                    </div>
                  )}
                </WinsByPrize>
              </div>
            )}
          </section>
        );
      }}
    </Resource>
  );
}

export function ManualHandoverButton({ name, onTick }: { name: string; onTick: () => void }) {
  return (
    <Button size="small" aria-label={t('presenter.markHandedOverFor', { name })} onClick={onTick}>
      {t('presenter.markHandedOver')}
    </Button>
  );
}

function waitingWins(wins: readonly RaffleResult[], prizes: readonly Prize[]): Waiting[] {
  const order = (prizeId: string | null) => prizes.findIndex(({ id }) => id === prizeId);
  return wins
    .filter(({ handedOverAt }) => handedOverAt === null)
    .sort((one, other) => order(one.prizeId) - order(other.prizeId))
    .map(({ number, place, prizeId, winner, ticket }) => ({
      number,
      place,
      prizeId,
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

/** Confirms the handover to a winner without a phone. */
export function ManualHandoverDialog({ eventId, onDone, onClose, ...win }: TickByHandDialogProps) {
  return (
    <ChangeDialog
      compact
      title={t('presenter.withoutPhone')}
      description={
        win.prizeName
          ? t('presenter.prizeTo', { prize: win.prizeName, name: win.name })
          : t('presenter.generalDrawTo', { name: win.name })
      }
      schema={handoverByHand}
      values={{ note: '' }}
      mutation={{
        send: ({ note }) =>
          sendOnce('/api/events/:eventId/draws/:number/handover', {
            params: { eventId, number: win.number },
            body: { place: win.place, note },
          }),
        show: (done) => onDone?.(done),
        failure: t('presenter.notHandedOver'),
        changes: changedByHandovers(eventId),
      }}
      submit={[t('presenter.handOverNow'), t('presenter.saving')]}
      onClose={onClose}
    >
      <NoteField />
    </ChangeDialog>
  );
}

function NoteField() {
  const form = useFormContext();
  return (
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
  );
}
