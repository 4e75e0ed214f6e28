import type { AdminEvent } from '@drawbridge/contract/events';
import { questionNames } from '@drawbridge/contract/lead-values';
import type { AnswerCounts } from '@drawbridge/contract/questions/schemas';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { countOf, formatCount, formatPercent, percentOf } from '../../lib/formats.ts';
import { reading, readingAsAdmin } from '../../lib/query-client.ts';
import { Resource } from '../../ui/empty-state.tsx';
import { controlClasses } from '../../ui/field.tsx';
import { Panel } from './leads-over-time.tsx';

/** How the leads of one event have answered its questions, as far as answers can be counted. */
export function EventAnswers() {
  const { data: events = [] } = useQuery(readingAsAdmin('/api/events'));
  const asking = events.filter(({ questions }) => questions.length > 0);
  const [chosen, setChosen] = useState<string>();
  const event = asking.find(({ id }) => id === chosen) ?? asking[0];
  if (!event) return null;
  return (
    <section aria-label="Answers" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-2xl">Answers</h2>
        <select
          aria-label="Event"
          value={event.id}
          onChange={({ target }) => setChosen(target.value)}
          className={classNames(controlClasses, 'md:h-10 md:w-72')}
        >
          {asking.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <Distributions event={event} />
    </section>
  );
}

function Distributions({ event }: { event: AdminEvent }) {
  const counts = useQuery({
    ...reading('/api/events/:eventId/answers', { params: { eventId: event.id } }),
    staleTime: 0,
  });
  return (
    <Resource card reads={[counts]} what="answers">
      {(all) => <Panels event={event} counts={all} />}
    </Resource>
  );
}

function Panels({ event, counts }: { event: AdminEvent; counts: AnswerCounts }) {
  const counted = counts.filter(({ values }) => values.length > 0);
  if (counted.length === 0) {
    return <p className="text-ink-2">This event asks nothing that can be counted</p>;
  }
  const names = questionNames(event.questions);
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {counted.map(({ question, answered, values }) => {
        // Of those who did not agree, most have seen the text.
        const all = values.length === 1 ? event.leadCount : answered;
        return (
          <Panel key={question} title={names.get(question) ?? ''}>
            <p className="-mt-3 text-ink-2 text-sm">
              {formatCount(answered)} of {countOf(event.leadCount, 'lead')} answered
            </p>
            <dl className="flex flex-col gap-3">
              {values.map(({ value, name, leads }) => (
                <div key={value} className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1">
                  <dt className="min-w-0 break-words">{name}</dt>
                  <dd className="flex gap-3 tabular-nums">
                    <span className="font-semibold">{formatCount(leads)}</span>
                    <span className="w-14 text-end text-ink-2">
                      {formatPercent(percentOf(leads, all))}
                    </span>
                  </dd>
                  <div aria-hidden className="col-span-2 h-1.5 rounded-full bg-mute-soft">
                    <div
                      className="h-full rounded-full bg-accent"
                      style={{ width: `${percentOf(leads, all)}%` }}
                    />
                  </div>
                </div>
              ))}
            </dl>
          </Panel>
        );
      })}
    </div>
  );
}
