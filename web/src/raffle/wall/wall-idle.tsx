import type { OpenRollCall } from '@drawbridge/contract/raffle/roll-calls';
import type { Scene } from '@drawbridge/contract/raffle/scene';
import { useQuery } from '@tanstack/react-query';
import { organises, useSession } from '../../lib/api/session.ts';
import { classNames } from '../../lib/class-names.ts';
import { apiQuery } from '../../lib/queries/query-client.ts';
import { EventText } from '../../lib/texts/event-text.tsx';
import { t } from '../../lib/texts/texts.ts';
import { BrandLogo } from '../../ui/frame/brand.tsx';
import { prizeGroups } from '../scenes/board.tsx';
import { NextTicket } from '../scenes/next-ticket.tsx';
import { useTurningPage } from '../scenes/pages.tsx';
import { useStage } from '../stage-context.tsx';
import { DrawTime } from '../tickets/draw-time.tsx';
import { RollCallTicket } from './roll-call-ticket.tsx';
import { WallBoard, widthOf } from './wall-board.tsx';
import { WallCode, WallSponsors } from './wall-code.tsx';
import { WallPeople } from './wall-people.tsx';

/** The number of Latin letters from which an event's name is smaller, and has more lines. */
const LONG_TITLE = 34;

/** The wall between two draws: the next prize, the people in the draw, the way in, and the winners. */
export function WallIdle({ next, rollCall }: Extract<Scene, { kind: 'idle' }>) {
  const { event, prizes, results, sponsors, undrawn, chosen, now } = useStage();
  // All prizes take turns until the presenter has chosen one.
  const turn = useTurningPage(chosen ? 1 : undrawn.length);
  const index = next ? undrawn.indexOf(next) : 0;
  const shown = undrawn[(index + turn) % undrawn.length];
  const groups = prizeGroups(prizes, results).filter(
    ({ prize, winners }) => winners.length > 0 || prize !== shown,
  );
  const digits = useRollCallDigits(rollCall);
  const longTitle = widthOf(event.name) > LONG_TITLE;

  return (
    <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_15rem] grid-rows-[auto_minmax(0,1fr)_auto_auto] gap-x-[1.4rem] gap-y-[0.9rem] *:col-start-1 narrow:grid-cols-[minmax(0,1fr)_12.5rem] narrow:gap-x-4 upright:grid-cols-1 upright:grid-rows-[auto_minmax(0,1fr)_auto_auto_minmax(14rem,1fr)]">
      <header className="flex min-w-0 flex-wrap items-baseline gap-x-[0.9rem]">
        {event.logo && (
          <BrandLogo src={event.logo} className="h-[1.9rem] max-w-[6rem] self-center rounded-s" />
        )}
        <h1
          className={classNames(
            'max-w-full break-words leading-[1.1] rtl:leading-[1.4]',
            longTitle ? 'wall-title' : 'text-[1.6rem]',
          )}
        >
          <EventText of={event} />
        </h1>
        <p className="max-w-full truncate text-ink-2">
          <bdi>{event.location}</bdi>
        </p>
        {results.length === 0 && (
          <DrawTime
            event={event}
            countdown={now}
            className="w-full truncate font-display font-semibold text-[1.15rem] narrow:whitespace-normal"
          />
        )}
      </header>
      {rollCall ? (
        <RollCallTicket key={rollCall.rollCall} digits={digits} />
      ) : (
        <div key={shown?.id} className="wall-arrival flex min-h-0">
          <NextTicket wall shown={shown} />
        </div>
      )}
      <WallPeople rollCall={rollCall} />
      {rollCall && <p className="text-[1.15rem] text-ink-2">{t('stage.closesWhenSealed')}</p>}
      {!rollCall && groups.length > 0 && <WallBoard groups={groups} lines={longTitle ? 4 : 6} />}
      <aside
        aria-label={t('stage.codesAndSponsors')}
        className="col-start-2! row-span-4 row-start-1 flex min-h-0 flex-col gap-[0.9rem] upright:col-start-1! upright:row-span-1 upright:row-start-5"
      >
        <WallCode event={event} digits={digits} />
        {!rollCall && <WallSponsors sponsors={sponsors} perPage={2} />}
      </aside>
    </div>
  );
}

/** The digits of an open roll call; undefined until they are read, null for a screen that may not know them. */
function useRollCallDigits(rollCall: OpenRollCall | null): string | null | undefined {
  const { eventId } = useStage();
  const { user } = useSession();
  const mayKnow = organises(user, eventId);
  const { queryKey, ...query } = apiQuery('/api/events/:eventId/roll-calls/current', {
    params: { eventId },
  });
  const { data } = useQuery({
    ...query,
    // Another roll call has other digits.
    queryKey: [...queryKey, rollCall?.rollCall],
    enabled: mayKnow && rollCall !== null,
  });
  if (!mayKnow) return null;
  const current = data?.current;
  return current && 'digits' in current ? current.digits : undefined;
}
