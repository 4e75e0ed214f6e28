import type { SealedDraw } from '@drawbridge/contract/draws';
import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '../../../lib/texts.ts';
import { ticketName } from '../../../lib/ticket-names.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { HandoverTools } from '../../handing-over/handover-buttons.tsx';
import type { NextPrize } from '../board/next-prize.ts';
import { HandedOver } from '../draw/draw-screen.tsx';
import { useFocusOn } from '../stage/use-stage-keys.ts';
import type { StagePhase } from '../stage-phase.ts';
import { peopleInDraw } from './people-count.ts';
import { PresenterReadiness } from './presenter-tools.tsx';

/** A finger that has just continued the raffle must not draw the next prize as well. */
const REST_MS = 1000;

interface RemoteProps {
  eventId: string;
  phase: StagePhase & { kind: 'idle' };
  prizes: Prize[];
  results: RaffleResult[];
  nextPrize: NextPrize;
  people: number | undefined;
  /** Why nobody can be drawn now. */
  obstacle: string | undefined;
  sealed: SealedDraw | undefined;
  sealing: boolean;
  onDraw: (prizeId: string | null) => void;
  onSeal: (prizeId: string | null) => void;
  onChoose: (prizeId: string) => void;
  onForfeit: ((winner: RaffleResult) => void) | undefined;
  /** The sealed draw's ticket, with the phrase and its own button. */
  sealedTicket: ReactNode;
  /** Other tools, below everything else. */
  children: ReactNode;
}

/** The presenter's phone between draws: one large button for what comes next, within reach of a thumb. */
export function Remote(props: RemoteProps) {
  const { eventId, phase, prizes, results, nextPrize, people, obstacle, sealed, onForfeit } = props;
  const { next, undrawn } = nextPrize;
  const rested = useRest(phase.ended !== undefined);
  const panel = useFocusOn<HTMLElement>(nextPrize.focus);
  const last = results.at(-1);
  const over = prizes.length > 0 && !next;
  const again = phase.forfeit && phase.forfeit.prizeId === (next?.id ?? null);

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={t('presenter.presenter')}
      className="mt-4 flex flex-col gap-4 outline-none"
    >
      <div>
        <h2 className="text-balance break-words font-bold text-3xl leading-tight">
          {over
            ? t('visitor.allDrawn')
            : next
              ? t('presenter.next', { prize: next.name })
              : t('workspace.generalDraw')}
        </h2>
        <p role="status" className="mt-1 text-ink-2">
          {[
            next &&
              t('presenter.prizeOf', { number: prizes.indexOf(next) + 1, total: prizes.length }),
            !over && people !== undefined && peopleInDraw(people),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {!over && <PresenterReadiness eventId={eventId} own />}
      {sealed
        ? props.sealedTicket
        : !over && (
            <Button
              variant={obstacle ? 'secondary' : 'primary'}
              pending={phase.asking !== undefined}
              disabled={!rested}
              onClick={() => props.onDraw(next?.id ?? null)}
              className="h-[min(34dvh,16rem)] w-full flex-col whitespace-normal! text-balance rounded-l font-bold font-display text-4xl!"
            >
              {t(
                again
                  ? 'presenter.drawAgain'
                  : next
                    ? 'workspace.drawWinner'
                    : 'workspace.drawGeneralWinner',
              )}
              {obstacle && <span className="font-normal text-base">{obstacle}</span>}
            </Button>
          )}
      {!sealed && !over && (
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2.5">
          {next && undrawn.length > 1 ? (
            <Select
              label={t('presenter.anotherPrize')}
              // The next one is above; this one only offers the others.
              value=""
              placeholder={t('presenter.choosePrize')}
              onValueChange={props.onChoose}
              options={undrawn
                .filter((prize) => prize !== next)
                .map((prize) => ({
                  value: prize.id,
                  label: `${prizes.indexOf(prize) + 1} ${prize.name}`,
                }))}
            />
          ) : (
            <span />
          )}
          <Button pending={props.sealing} onClick={() => props.onSeal(next?.id ?? null)}>
            {t('presenter.sealFirst')}
          </Button>
        </div>
      )}
      {last && (
        <div className="border-line border-t pt-3">
          <h3 className="font-semibold font-text text-ink-2 text-sm">{t('presenter.justDrawn')}</h3>
          <div className="mt-1 flex items-center justify-between gap-3">
            <div className="min-w-0">
              <p className="break-words font-semibold text-lg">
                <bdi>{last.winner.name}</bdi>
              </p>
              <p className="break-words text-ink-2">
                {[ticketName(last.ticket), prizes.find(({ id }) => id === last.prizeId)?.name]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            {last.handedOverAt && <HandedOver />}
            {onForfeit && !last.handedOverAt && (
              <Button variant="quiet" onClick={() => onForfeit(last)}>
                {t('presenter.notHere')}
              </Button>
            )}
          </div>
        </div>
      )}
      <div className="flex flex-col gap-2.5">
        <HandoverTools eventId={eventId} />
        {props.children}
      </div>
    </section>
  );
}

/** False for a moment after a draw. */
function useRest(afterDraw: boolean): boolean {
  const [rested, setRested] = useState(!afterDraw);
  useEffect(() => {
    if (rested) return;
    const timer = setTimeout(() => setRested(true), REST_MS);
    return () => clearTimeout(timer);
  }, [rested]);
  return rested;
}
