import type { PublicEvent } from '@drawbridge/contract/events';
import type { LiveData } from '@drawbridge/contract/live';
import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import type { PublicSponsor } from '@drawbridge/contract/sponsors';
import type { CSSProperties } from 'react';
import { OwnText } from '../../../lib/own-text.tsx';
import { Mark } from '../../../ui/wordmark.tsx';
import { type Forfeit, forfeitedName } from '../stage-phase.ts';
import { useFit } from './use-fit.ts';
import { useArrivals, useCountUp } from './use-wall.ts';
import { boardRows, WallBoard } from './wall-board.tsx';
import { WallCodes, WallSponsors } from './wall-codes.tsx';
import './wall-idle.css';
import { t } from '../../../lib/texts.ts';
import { ticketName } from '../../../lib/ticket-names.ts';
import { RichText } from '../../../ui/rich-text.tsx';

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
        <h1>
          <OwnText of={event} />
        </h1>
        <p>
          <bdi>{event.location}</bdi>
        </p>
      </header>
      <NextTicket
        next={next}
        number={next && prizes.indexOf(next) + 1}
        count={prizes.length}
        forfeit={forfeit?.prizeId === (next?.id ?? null) ? forfeit : undefined}
      />
      <People eligible={eligible} fresh={results.length === 0 && event.status !== 'ended'} />
      {rows.length > 0 && <WallBoard rows={rows} />}
      <aside aria-label={t('stage.codesAndSponsors')}>
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
  const name = next?.name ?? t('stage.oneWinner');
  const texts = useFit<HTMLDivElement>(NAME_SIZES, JSON.stringify([name, next?.value, forfeit]), 1);

  return (
    <section aria-labelledby="next-prize" className="wall-next">
      <div key={next?.id} className="light ticket-stub ticket">
        <div className="stub">
          {number ? (
            <RichText
              text={t('workspace.prizeOf', { number, total: count })}
              tags={{
                number: (part) => <span className="number">{part}</span>,
                total: (part) => <span>{part}</span>,
              }}
            />
          ) : (
            <Mark className="mark" />
          )}
        </div>
        <div className="content">
          <div className="above">
            <p className="label">{t(next ? 'workspace.nextPrize' : 'stage.nextDraw')}</p>
            {next?.value && (
              <p className="value">
                <bdi>{next.value}</bdi>
              </p>
            )}
          </div>
          <div ref={texts} className="texts">
            <h2 id="next-prize" className="name">
              <bdi>{name}</bdi>
            </h2>
            {forfeit && (
              <p key={forfeit.forfeits} className="forfeit">
                <s>
                  <bdi>{forfeitedName(forfeit)}</bdi>
                </s>{' '}
                <bdi>{forfeit.reason}</bdi>
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
  const count = useCountUp(eligible?.people);
  const arrivals = useArrivals(eligible?.joined);
  const first = fresh && count === 0;

  return (
    <section aria-label={t('visitor.inDraw')} className="wall-people">
      {first && <p className="first">{t('stage.beFirst')}</p>}
      {!first && count !== undefined && (
        <p className="count">
          <RichText
            text={t('stage.people', { count })}
            tags={{
              number: (part) => (
                <span className="number" style={{ '--digits': part.length } as CSSProperties}>
                  {part}
                </span>
              ),
              words: (part) => <span className="words">{part}</span>,
            }}
          />
        </p>
      )}
      {/* Not read out: there may be one every second. */}
      <ul aria-live="off" className="arrivals">
        {arrivals.map(({ id, ticket }) => (
          <li key={id}>
            <RichText
              text={t('stage.isIn', { name: ticketName(ticket) })}
              tags={{ name: (part) => <strong>{part}</strong> }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
