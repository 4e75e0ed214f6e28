import type { SealedDraw } from '@drawbridge/contract/draws';
import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { ticketName } from '@drawbridge/contract/ticket-names';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import type { NextPrize } from '../board/next-prize.ts';
import { HandedOver } from '../draw/draw-screen.tsx';
import { useFocusOn } from '../stage/use-stage-keys.ts';
import type { StagePhase } from '../stage-phase.ts';
import { peopleInDraw } from './people-count.ts';

/** A finger that has just continued the raffle must not draw the next prize as well. */
const REST_MS = 1000;

interface RemoteProps {
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
  /** Warnings before the draw. */
  readiness: ReactNode;
  /** The sealed draw's ticket, with the phrase and its own button. */
  sealedTicket: ReactNode;
  /** Other tools, below everything else. */
  children: ReactNode;
}

/** The presenter's phone between draws: one large button for what comes next, within reach of a thumb. */
export function Remote(props: RemoteProps) {
  const { phase, prizes, results, nextPrize, people, obstacle, sealed, onForfeit } = props;
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
      aria-label="Presenter"
      className="mt-4 flex flex-col gap-4 outline-none"
    >
      <div>
        <h2 className="text-balance break-words font-bold text-3xl leading-tight">
          {over ? 'All prizes are drawn' : next ? `Next: ${next.name}` : 'General draw'}
        </h2>
        <p role="status" className="mt-1 text-ink-2">
          {[
            next && `Prize ${prizes.indexOf(next) + 1} of ${prizes.length}`,
            !over && people !== undefined && peopleInDraw(people),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {!over && props.readiness}
      {sealed
        ? props.sealedTicket
        : !over && (
            <Button
              variant={obstacle ? 'secondary' : 'primary'}
              pending={phase.asking !== undefined}
              disabled={!rested}
              onClick={() => props.onDraw(next?.id ?? null)}
              className="h-[min(34dvh,16rem)] w-full flex-col whitespace-normal rounded-l font-bold font-display text-4xl!"
            >
              {again ? 'Draw again' : next ? 'Draw Winner' : 'Draw General Winner'}
              {obstacle && <span className="font-normal text-base">{obstacle}</span>}
            </Button>
          )}
      {!sealed && !over && (
        <div className="grid grid-cols-2 gap-2.5">
          {next && undrawn.length > 1 ? (
            <Select
              label="Another prize"
              value={next.id}
              onValueChange={props.onChoose}
              options={undrawn.map(({ id, name }) => ({
                value: id,
                label: `${prizes.findIndex((prize) => prize.id === id) + 1} ${name}`,
              }))}
            />
          ) : (
            <span />
          )}
          <Button pending={props.sealing} onClick={() => props.onSeal(next?.id ?? null)}>
            Seal first
          </Button>
        </div>
      )}
      {last && (
        <div className="border-line border-t pt-3">
          <h3 className="font-semibold font-text text-ink-2 text-sm">Just drawn</h3>
          <div className="mt-1 flex items-center justify-between gap-3">
            <div className="min-w-0">
              <p className="break-words font-semibold text-lg">{last.winner.name}</p>
              <p className="break-words text-ink-2">
                {[ticketName(last.ticket), prizes.find(({ id }) => id === last.prizeId)?.name]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            {last.handedOverAt && <HandedOver />}
            {onForfeit && !last.handedOverAt && (
              <Button variant="quiet" onClick={() => onForfeit(last)}>
                Not here
              </Button>
            )}
          </div>
        </div>
      )}
      <div className="flex flex-col gap-2.5">{props.children}</div>
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
