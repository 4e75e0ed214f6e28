import type { AdminEvent } from '@drawbridge/contract/events';
import { questionNames } from '@drawbridge/contract/lead-values';
import type { AnswerCounts } from '@drawbridge/contract/questions/schemas';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { formatPercent, percentOf } from '../../lib/figures.ts';
import { countOf, formatCount } from '../../lib/formats.ts';
import { reading, readingAsAdmin } from '../../lib/query-client.ts';
import { Resource } from '../../ui/empty-state.tsx';
import { controlClasses } from '../../ui/field.tsx';
import { Ranked } from './charts.tsx';

interface EventAnswersProps {
  /** Without one it can be chosen here. */
  eventId?: string | undefined;
}

/** How the leads of one event have answered its questions, as far as answers can be counted. */
export function EventAnswers({ eventId }: EventAnswersProps) {
  const { data: events = [] } = useQuery(readingAsAdmin('/api/events'));
  const asking = events.filter(
    ({ id, questions }) => questions.length > 0 && (!eventId || id === eventId),
  );
  const [chosen, setChosen] = useState<string>();
  const event = asking.find(({ id }) => id === chosen) ?? asking[0];
  if (!event) return null;
  return (
    <section aria-label="Answers" className="@container flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-2xl">Answers</h2>
        {!eventId && (
          <select
            aria-label="Answers of"
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
        )}
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
    <div className="grid gap-4 @2xl:grid-cols-2">
      {counted.map(({ question, answered, values }) => {
        // Of those who did not agree, most have seen the text.
        const all = values.length === 1 ? event.leadCount : answered;
        const asked = event.questions.find(({ id }) => id === question);
        // A scale keeps its order.
        const ranked = asked?.choices.length
          ? values.toSorted((a, b) => b.leads - a.leads)
          : values;
        return (
          <Ranked
            key={question}
            title={names.get(question) ?? ''}
            note={`${formatCount(answered)} of ${countOf(event.leadCount, 'lead')} answered`}
            columns={['Answer', 'Leads', 'Share']}
            rows={ranked.map(({ name, leads }) => ({
              name,
              count: leads,
              share: percentOf(leads, all),
              note: formatPercent(percentOf(leads, all)),
            }))}
          />
        );
      })}
    </div>
  );
}
