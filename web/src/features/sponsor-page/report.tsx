import type { SponsorReport } from '@drawbridge/contract/sponsor-pages';
import { formatDay, formatDayWithWeekday } from '../../lib/day-formats.ts';
import { formatCount, formatMoment, percentOf } from '../../lib/formats.ts';
import { inPageLanguage, questionInPageLanguage } from '../../lib/own-text.tsx';
import { t } from '../../lib/texts.ts';
import { formatHour, formatInZone, valueText } from './shared-texts.ts';
import './report.css';

/** More values of a question do not fit the page. */
const VALUES_MAX = 8;

/** How an event went for a sponsor: a sheet of paper, on the screen too. */
export function Report({ report, at }: { report: SponsorReport; at: string }) {
  const { sponsor, event, agreed, leads, draws, times } = report;
  const isDaily = times.some((each) => each.at.length === 10);
  return (
    <article className="sponsor-report light mx-auto flex w-full max-w-190 flex-col gap-6 rounded-l border bg-card p-5 text-ink shadow-lift md:p-9">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0 break-words">
          <h1 className="text-2xl">{t('sponsor.reportFor', { sponsor: sponsor.name })}</h1>
          <p className="text-ink-2">
            <bdi>{inPageLanguage(event).name}</bdi>
            <br />
            {formatDayWithWeekday(event.date)} · <bdi>{event.location}</bdi>
          </p>
        </div>
        <img src={sponsor.logo} alt="" className="max-h-16 max-w-40 object-contain" />
      </header>

      <div>
        <p className="font-display font-semibold text-4xl tabular-nums">{formatCount(agreed)}</p>
        <p>{t('sponsor.agreedOf', { agreed, leads })}</p>
        <Bar share={percentOf(agreed, leads)} />
      </div>

      <section>
        <h2 className="text-lg">{t(isDaily ? 'sponsor.byDay' : 'sponsor.byHour')}</h2>
        <p className="mb-2 text-ink-2 text-sm">
          {t('sponsor.timesIn', { zone: event.timeZone.replaceAll('_', ' ') })}
        </p>
        {times.length === 0 ? <p>{t('sponsor.noLeads')}</p> : <Times times={times} />}
      </section>

      <Answers report={report} />

      <section>
        <h2 className="mb-2 text-lg">{t('sponsor.stage')}</h2>
        {draws.length === 0 ? (
          <p className="text-ink-2">{t('sponsor.noStage')}</p>
        ) : (
          <ul className="flex flex-col gap-1">
            {draws.map((draw) => (
              <li key={draw.at} className="flex flex-wrap justify-between gap-x-4">
                <bdi className="min-w-0 break-words font-medium">{draw.prize}</bdi>
                <span className="text-ink-2 tabular-nums">
                  {formatInZone(draw.at, event.timeZone)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <footer className="text-ink-2 text-sm">
        {t('sponsor.asOf', { moment: formatMoment(at) })}
      </footer>
    </article>
  );
}

/** A row for each hour or day, so that a printed figure can be read. */
function Times({ times }: Pick<SponsorReport, 'times'>) {
  const most = Math.max(...times.map(({ leads }) => leads));
  return (
    <ul className="sponsor-times gap-x-8 text-sm sm:columns-2">
      {times.map(({ at, leads }) => (
        <li
          key={at}
          className="grid break-inside-avoid grid-cols-[auto_1fr_auto] items-center gap-3 py-0.5"
        >
          <span className="text-ink-2 tabular-nums">
            {at.length === 10 ? formatDay(at) : formatHour(at)}
          </span>
          <Bar share={percentOf(leads, most)} />
          <span className="font-semibold tabular-nums">{formatCount(leads)}</span>
        </li>
      ))}
    </ul>
  );
}

function Answers({ report: { questions, answers, agreed } }: { report: SponsorReport }) {
  const counted = answers.flatMap(({ question: id, answered, values }) => {
    const question = questions.find((each) => each.id === id);
    return question && values.length > 0 ? [{ question, answered, values }] : [];
  });
  if (counted.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 text-lg">{t('sponsor.answers')}</h2>
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {counted.map(({ question, answered, values }) => (
          <div key={question.id} className="min-w-0 break-inside-avoid break-words">
            <h3 className="font-semibold">{questionInPageLanguage(question).label}</h3>
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
                    <div className="col-span-2">
                      <Bar share={percentOf(value.leads, answered)} />
                    </div>
                  </div>
                ))}
            </dl>
          </div>
        ))}
      </div>
    </section>
  );
}

/** Part of a whole in percent; the figure stands beside it. */
const Bar = ({ share }: { share: number }) => (
  <span aria-hidden className="my-1 block h-1.5 rounded-full bg-mute-soft">
    <span className="block h-full rounded-full bg-accent" style={{ width: `${share}%` }} />
  </span>
);
