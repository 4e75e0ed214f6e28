import type { EventFigures as Figures } from '@drawbridge/contract/collecting/analytics';
import { eventPath } from '@drawbridge/contract/core/pages';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { LeadChannel } from '@drawbridge/contract/events/lead-sources';
import { english } from '@drawbridge/contract/languages/english';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { apiQuery } from '../../lib/queries/query-client.ts';
import { formatClock, formatDay } from '../../lib/texts/day-formats.ts';
import { formatCount } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { clockIn } from '../../lib/texts/zone-formats.ts';
import { Card } from '../../ui/card.tsx';
import { EntriesByHour, Funnel, fillHours, Ranked } from './charts.tsx';
import { Panel } from './leads-over-time.tsx';

export const figuresQuery = (eventId: string) => ({
  ...apiQuery('/api/events/:eventId/figures', { params: { eventId } }),
  staleTime: 0,
});

interface EventNumbersProps {
  event: AdminEvent;
  figures: Figures;
}

/** The four numbers that an organiser asks for first. */
export function EventNumbers({ event, figures }: EventNumbersProps) {
  const { entries, lastHour, people, pending, drawn, prizes, funnel } = figures;
  const ended = event.status === 'ended';
  const allDrawn = ended && drawn > 0 && drawn >= prizes;
  const grown = lastHour > 0 && !ended && (
    <span className="font-semibold text-ok">
      {say('+{count} in the last hour', { count: lastHour })}
    </span>
  );
  const verify = pending > 0 && !allDrawn && (
    <Link to={`${eventPath(event.id, 'leads')}?status=pending`} className="font-semibold underline">
      {say('Verify them')}
    </Link>
  );
  const notInDraw = (
    <Link to={`${eventPath(event.id, 'leads')}?flag=notInDraw`} className="underline">
      {say('Not in the draw, and why')}
    </Link>
  );
  const numbers: [label: string, value: string, note?: ReactNode][] = [
    [say('Leads'), formatCount(entries), grown],
    // Nobody is in a draw of an event that is over.
    ended && drawn >= prizes
      ? [say('Verified or promoted'), formatCount(funnel.verifiedOrPromoted)]
      : [say('People in the draw'), formatCount(people), notInDraw],
    [say('Waiting to be verified'), formatCount(pending), verify],
    [
      say('Prizes drawn'),
      prizes > 0 ? say('{drawn} of {prizes}', { drawn, prizes }) : formatCount(drawn),
    ],
  ];
  return (
    <Card aria-label={say('Figures')} className="py-4">
      <dl className="grid grid-cols-2 gap-y-4 lg:grid-cols-4 lg:divide-x lg:divide-line">
        {numbers.map(([label, value, note]) => (
          <div key={label} className="flex flex-col px-5">
            <dt className="text-ink-2 text-sm">{label}</dt>
            <dd className="-order-1 font-display font-semibold text-3xl">{value}</dd>
            {note && <dd className="text-sm">{note}</dd>}
          </div>
        ))}
      </dl>
    </Card>
  );
}

const channelNames: Record<LeadChannel, string> = english({
  form: 'QR code',
  'plain form': 'QR form, without scripts',
  volunteer: 'Volunteers',
  administrator: 'Administrators',
  import: 'Imported files',
});

interface EventChartsProps {
  figures: Figures;
  /** The time of the draw in the event's time zone. */
  drawAt: string | undefined;
  timeZone: string;
}

export function EventCharts({ figures, drawAt, timeZone }: EventChartsProps) {
  const { funnel, team } = figures;
  const today = figures.hours.at(-1)?.hour.slice(0, 10) ?? '';
  const hours = fillHours(figures.hours.filter(({ hour }) => hour.startsWith(today)));
  return (
    <>
      <EntriesByHour hours={figures.hours} drawAt={drawAt} timeZone={timeZone} />
      <div className="grid gap-4 @2xl:grid-cols-2">
        <Funnel
          title={say('From entry to win')}
          steps={[
            [say('entered'), funnel.entered],
            [say('verified or promoted'), funnel.verifiedOrPromoted],
            [say('won'), funnel.won],
          ]}
        />
        <Ranked
          title={say('Team over time')}
          note={
            today && say('Leads per team member, by hour on {today}', { today: formatDay(today) })
          }
          columns={[say('Name'), say('Leads'), say('Last lead')]}
          empty={say('No leads by volunteers yet')}
          rows={team.map(({ name, leads, lastAt, hours: own }) => ({
            name,
            count: leads,
            note: say('last {today}', { today: timeOn(today, lastAt, timeZone) }),
            value: Object.values(clockIn(timeZone, lastAt)).join(' '),
            line: hours.map(({ hour }) => own.find((each) => each.hour === hour)?.leads ?? 0),
          }))}
        />
      </div>
    </>
  );
}

export function LeadChannels({ channels }: Pick<Figures, 'channels'>) {
  if (channels.length === 0) return null;
  return (
    <Ranked
      title={say('Entry channels')}
      columns={[say('Channel'), say('Leads')]}
      rows={channels.map(({ channel, leads }) => ({
        name: channel ? say(channelNames[channel]) : say('Not recorded'),
        count: leads,
      }))}
    />
  );
}

interface LatestEntriesProps extends Pick<Figures, 'latest'> {
  timeZone: string;
}

export function LatestEntries({ latest, timeZone }: LatestEntriesProps) {
  const [newest] = latest;
  if (!newest) return null;
  const { day } = clockIn(timeZone, newest.at);
  return (
    <Panel
      title={say('Latest leads')}
      controls={
        day !== clockIn(timeZone, Date.now()).day && (
          <span className="text-ink-2 text-sm">{formatDay(day)}</span>
        )
      }
    >
      <ul className="-mt-1 flex flex-col gap-1.5 text-ink-2 text-sm">
        {latest.map(({ at, ticket, by }) => (
          <li key={`${at} ${ticket}`} className="break-words">
            {by ? say('{by} added {ticket}', { by, ticket }) : say('{ticket} entered', { ticket })}{' '}
            · <time dateTime={at}>{timeOn(day, at, timeZone)}</time>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The time in the event's time zone; with the day if it is not the given one, which is shown elsewhere. */
function timeOn(day: string, moment: string, timeZone: string): string {
  const at = clockIn(timeZone, moment);
  const time = formatClock(at.clock);
  return at.day === day ? time : `${formatDay(at.day)}, ${time}`;
}
