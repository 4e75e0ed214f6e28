import type { PublicEvent } from '@drawbridge/contract/events';
import type { LiveData } from '@drawbridge/contract/live';
import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import type { PublicSponsor } from '@drawbridge/contract/sponsors';
import type { CSSProperties } from 'react';
import { Mark } from '../../../ui/wordmark.tsx';
import type { Forfeit } from '../stage-phase.ts';
import { useFit } from './use-fit.ts';
import { useArrivals, useCountUp } from './use-wall.ts';
import { boardRows, WallBoard } from './wall-board.tsx';
import { WallCodes, WallSponsors } from './wall-codes.tsx';
import './wall-idle.css';

interface WallIdleProps {
  event: PublicEvent;
  prizes: Prize[];
  results: RaffleResult[];
  sponsors: PublicSponsor[];
  /** Undefined in an event without prizes. */
  next: Prize | undefined;
  eligible: LiveData<'eligible'> | undefined;
  /** The winner who has just been passed over. */
  forfeit: Forfeit | undefined;
}

/** Between two draws: what comes next, who is in, how to get in, and who has won. */
export function WallIdle(props: WallIdleProps) {
  const { event, prizes, results, sponsors, next, eligible, forfeit } = props;
  const rows = boardRows(prizes, results).filter(({ prize }) => !prize || prize !== next);

  return (
    <div className="wall-scene wall-idle">
      <header>
        <h1>{event.name}</h1>
        <p>{event.location}</p>
      </header>
      <NextTicket
        next={next}
        number={next && prizes.indexOf(next) + 1}
        count={prizes.length}
        forfeit={forfeit?.prizeId === (next?.id ?? null) ? forfeit : undefined}
      />
      <People eligible={eligible} fresh={results.length === 0 && event.status !== 'ended'} />
      {rows.length > 0 && <WallBoard rows={rows} />}
      <aside aria-label="Codes and sponsors">
        <WallCodes event={event} />
        <WallSponsors sponsors={sponsors} perPage={2} />
      </aside>
    </div>
  );
}

const NAME_SIZES = [5.5, 5, 4.5, 4, 3.5, 3, 2.6, 2.25, 1.9, 1.6, 1.35, 1.15, 1];

interface NextTicketProps {
  next: Prize | undefined;
  number: number | undefined;
  count: number;
  forfeit: Forfeit | undefined;
}

function NextTicket({ next, number, count, forfeit }: NextTicketProps) {
  const name = next?.name ?? 'One winner, from everyone in the draw';
  const texts = useFit<HTMLDivElement>(NAME_SIZES, JSON.stringify([name, next?.value, forfeit]), 1);

  return (
    <section aria-labelledby="next-prize" className="wall-next">
      <div key={next?.id} className="light ticket-stub ticket">
        <div className="stub">
          {number ? (
            <>
              <span className="number">{number}</span>
              <span>of {count}</span>
            </>
          ) : (
            <Mark className="mark" />
          )}
        </div>
        <div className="content">
          <div className="above">
            <p className="label">{next ? 'Next prize' : 'Next draw'}</p>
            {next?.value && <p className="value">{next.value}</p>}
          </div>
          <div ref={texts} className="texts">
            <h2 id="next-prize" className="name">
              {name}
            </h2>
            {forfeit && (
              <p key={forfeit.forfeits} className="forfeit">
                <s>{forfeit.name ?? `The winner of draw ${forfeit.forfeits}`}</s>{' '}
                <span>{forfeit.reason}</span>
              </p>
            )}
          </div>
        </div>
      </div>
    </section>
  );
}

interface PeopleProps {
  eligible: LiveData<'eligible'> | undefined;
  /** Whether people may enter, and none has won. */
  fresh: boolean;
}

function People({ eligible, fresh }: PeopleProps) {
  const count = useCountUp(eligible?.people)?.toLocaleString('en-GB');
  const arrivals = useArrivals(eligible?.joined);
  const first = fresh && count === '0';

  return (
    <section aria-label="In the draw" className="wall-people">
      {first && <p className="first">Be the first</p>}
      {!first && count !== undefined && (
        <p className="count">
          <span className="number" style={{ '--digits': count.length } as CSSProperties}>
            {count}
          </span>{' '}
          <span className="words">in the draw</span>
        </p>
      )}
      {/* Not read out: there may be one every second. */}
      <ul aria-live="off" className="arrivals">
        {arrivals.map(({ id, name }) => (
          <li key={id}>
            <strong>{name}</strong> is in
          </li>
        ))}
      </ul>
    </section>
  );
}
