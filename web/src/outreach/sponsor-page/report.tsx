import type { SponsorReport } from '@drawbridge/contract/outreach/sponsor-pages';
import { formatDayWithWeekday } from '../../lib/texts/day-formats.ts';
import { inPageLanguage, questionInPageLanguage } from '../../lib/texts/event-text.tsx';
import { percentOf } from '../../lib/texts/figures.ts';
import { formatCount } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { formatHour, formatInZone, valueText } from './api.ts';
import './report.css';

/** The maximum number of values per question and of winners per row that fit on the page. */
const VALUES_MAX = 8;
const WINNERS_MAX = 3;

/** A sponsor's report of an event: a sheet of paper, on the screen too. */
export function Report({ report, at }: { report: SponsorReport; at: string }) {
  const { sponsor, event, agreed, leads, times, questions, answers } = report;
  const counted = answers.flatMap((each) => {
    const question = questions.find(({ id }) => id === each.question);
    return question && each.values.length > 0 ? [{ ...each, question }] : [];
  });
  return (
    <article className="sponsor-report light mx-auto flex w-full max-w-190 flex-col gap-7 rounded-l border bg-card p-5 text-ink shadow-lift md:p-9">
      {event.cover && (
        <img src={event.cover} alt="" className="aspect-4/1 rounded-m object-cover" />
      )}
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 break-words">
          <h1 className="text-3xl">{t('sponsor.reportFor', { sponsor: sponsor.name })}</h1>
          <p className="mt-1 text-ink-2">
            <bdi>{inPageLanguage(event).name}</bdi>
            <br />
            {formatDayWithWeekday(event.date)} · <bdi>{event.location}</bdi>
          </p>
        </div>
        <img src={sponsor.logo} alt="" className="max-h-20 max-w-40 object-contain" />
      </header>
      <Figures {...report} />
      <section className="sponsor-growth flex min-h-56 flex-col">
        <h2 className="text-lg">{t('sponsor.grew')}</h2>
        <p className="mb-4 text-ink-2 text-sm">
          {t('sponsor.agreedOf', { agreed, leads })} ·{' '}
          {t('sponsor.timesIn', { zone: event.timeZone.replaceAll('_', ' ') })}
        </p>
        {times.length === 0 ? <p>{t('sponsor.noLeads')}</p> : <Growth times={times} />}
      </section>
      <div className="grid gap-x-8 gap-y-6 empty:hidden sm:grid-cols-2 print:grid-cols-2">
        {counted.map(({ question, answered, values }) => (
          <section key={question.id} className="min-w-0 break-inside-avoid break-words">
            <h2 className="text-lg">{questionInPageLanguage(question).label}</h2>
            <p className="mb-1.5 text-ink-2 text-sm">
              {t('sponsor.answeredBy', { answered, agreed })}
            </p>
            <dl className="flex flex-col gap-1.5 text-sm">
              {[...values]
                .sort((one, other) => other.leads - one.leads)
                .slice(0, VALUES_MAX)
                .map((value) => (
                  <div key={value.value} className="grid grid-cols-[1fr_auto] gap-x-3">
                    <dt className="min-w-0">{valueText(question, value)}</dt>
                    <dd className="font-semibold tabular-nums">{formatCount(value.leads)}</dd>
                    <div aria-hidden className="col-span-2 my-1 h-1.5 rounded-full bg-mute-soft">
                      <div
                        className="h-full rounded-full bg-accent"
                        style={{ width: `${percentOf(value.leads, answered)}%` }}
                      />
                    </div>
                  </div>
                ))}
            </dl>
          </section>
        ))}
        <Prizes {...report} />
      </div>
      <Winners {...report} />
      <footer className="mt-auto text-ink-2 text-xs">
        {t('sponsor.counted')} {t('sponsor.asOf', { moment: formatInZone(at, event.timeZone) })}
      </footer>
    </article>
  );
}

export function Figures({ agreed, reach }: Pick<SponsorReport, 'agreed' | 'reach'>) {
  const { entries, people, formViews } = reach;
  const large = [
    [t('sponsor.people'), formatCount(agreed)],
    [t('sponsor.formViews'), formatCount(formViews)],
  ];
  const small = [
    [t('sponsor.entries'), formatCount(entries)],
    [t('sponsor.inDraw'), formatCount(people)],
  ];
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-2 gap-4">
        {large.map(([label, value]) => (
          // The label comes first for screen readers.
          <div
            key={label}
            className="flex flex-col-reverse justify-end gap-1 border-accent border-t-2 pt-2.5"
          >
            <dt className="text-pretty text-sm">{label}</dt>
            <dd className="font-display font-semibold text-3xl tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {small.map(([label, value]) => (
          <div key={label} className="flex gap-2">
            <dt className="text-ink-2">{label}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const HOUR_MS = 60 * 60 * 1000;

/** The growing number of leads as an area chart that fills its space. */
function Growth({ times }: Pick<SponsorReport, 'times'>) {
  const startOf = (at = '') => Date.parse(`${at.replace(' ', 'T')}Z`);
  const [from, to] = [startOf(times[0]?.at), startOf(times.at(-1)?.at) + HOUR_MS];
  const total = times.reduce((sum, { leads }) => sum + leads, 0);
  const pointAt = (time: number, leads: number) =>
    `${(100 * (time - from)) / (to - from)} ${100 - (100 * leads) / total}`;
  let before = 0;
  // The line is level between the hours in which people agreed.
  const hours = times.map(({ at, leads }) => {
    const [start, sum] = [startOf(at), before + leads];
    const line = `L${pointAt(start, before)}L${pointAt(start + HOUR_MS, sum)}`;
    before = sum;
    return { label: formatHour(at), sum, line };
  });
  const line = `M0 100${hours.map((hour) => hour.line).join('')}`;
  const ends = [hours[0], hours.length > 1 ? hours.at(-1) : undefined];
  return (
    <figure className="flex flex-1 flex-col">
      <div
        aria-hidden
        dir="ltr"
        className="grid flex-1 grid-cols-[auto_1fr] grid-rows-[1fr_auto] gap-x-3 text-ink-2 text-xs tabular-nums"
      >
        <div className="flex flex-col justify-between text-end">
          <span className="-mt-2">{formatCount(total)}</span>
          <span className="-mb-2">0</span>
        </div>
        <div className="relative border-b">
          <svg
            aria-hidden
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            <path d={`${line}V100Z`} className="fill-accent-soft" />
            <path
              d={line}
              vectorEffect="non-scaling-stroke"
              className="fill-none stroke-2 stroke-accent"
            />
          </svg>
        </div>
        <div className="col-start-2 mt-2 flex justify-between gap-4">
          {ends.map((hour) => hour && <span key={hour.label}>{hour.label}</span>)}
        </div>
      </div>
      <ul className="sr-only">
        {hours.map(({ label, sum }) => (
          <li key={label}>
            {label}: {formatCount(sum)}
          </li>
        ))}
      </ul>
    </figure>
  );
}

function Prizes({ prizes, event }: Pick<SponsorReport, 'prizes' | 'event'>) {
  if (prizes.length === 0) return null;
  return (
    <section className="min-w-0 break-inside-avoid break-words">
      <h2 className="mb-1.5 text-lg">{t('sponsor.prizes')}</h2>
      <ul className="flex flex-col gap-2">
        {prizes.map(({ name, picture, drawnAt, people, handedOver }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two prizes may have the same name.
          <li key={index}>
            {picture && <img src={picture} alt="" className="mb-1.5 h-24 rounded-m object-cover" />}
            <bdi className="font-semibold">{name}</bdi>
            <p className="text-ink-2 text-sm">
              {drawnAt
                ? [
                    t('sponsor.drawn', { moment: formatInZone(drawnAt, event.timeZone) }),
                    `${t('sponsor.inDraw')}: ${formatCount(people ?? 0)}`,
                    handedOver && t('visitor.handedOver'),
                  ]
                    .filter(Boolean)
                    .join(' · ')
                : t('sponsor.notDrawn')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The winners of the sponsor's prizes, under the names that were shown in the hall. */
function Winners({ prizes, sponsor }: Pick<SponsorReport, 'prizes' | 'sponsor'>) {
  const won = prizes.filter(({ winner }) => winner !== null).slice(0, WINNERS_MAX);
  if (won.length === 0) return null;
  return (
    <section className="dark break-inside-avoid rounded-l bg-stage p-5 text-ink md:p-6">
      <h2 className="font-normal font-text text-ink-2 text-sm">{t('sponsor.moment')}</h2>
      <ul className="mt-1 flex flex-wrap gap-x-10 gap-y-3">
        {won.map(({ name, winner }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two prizes may have the same name.
          <li key={index} className="min-w-0 break-words">
            <p className="font-display font-semibold text-3xl">
              <bdi>{winner}</bdi>
            </p>
            <p className="text-sm">
              <bdi>{name}</bdi> · <bdi>{sponsor.name}</bdi>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
