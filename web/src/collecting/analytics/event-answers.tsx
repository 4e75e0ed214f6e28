import { questionNames } from '@drawbridge/contract/collecting/lead-values';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { AnswerCounts } from '@drawbridge/contract/events/questions/schemas';
import { english } from '@drawbridge/contract/languages/english';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../lib/queries/query-client.ts';
import { formatPercent, percentOf } from '../../lib/texts/figures.ts';
import { say } from '../../lib/texts/say.ts';
import { Resource } from '../../ui/resource.tsx';
import { Ranked } from './charts.tsx';

/** The answers to questions whose choices are not the organiser's. */
const ownAnswers: readonly string[] = english(['Yes', 'No', 'Agreed']);

/** The answers of an event's leads to its questions, as far as they can be counted. */
export function EventAnswers({ event }: { event: AdminEvent }) {
  const counts = useQuery({
    ...apiQuery('/api/events/:eventId/answers', { params: { eventId: event.id } }),
    enabled: event.questions.length > 0,
    staleTime: 0,
  });
  if (event.questions.length === 0) return null;
  return (
    <section aria-label={say('Answers')} className="@container flex flex-col gap-4">
      <h2 className="text-2xl">{say('Answers')}</h2>
      <Resource
        card
        reads={[counts]}
        what={{ loading: say('Loading answers'), failed: say('Could not load answers') }}
      >
        {(all) => <Panels event={event} counts={all} />}
      </Resource>
    </section>
  );
}

function Panels({ event, counts }: { event: AdminEvent; counts: AnswerCounts }) {
  const counted = counts.filter(({ values }) => values.length > 0);
  if (counted.length === 0) {
    return <p className="text-ink-2">{say('This event asks nothing that can be counted')}</p>;
  }
  const names = questionNames(event.questions);
  return (
    <div className="grid gap-4 @2xl:grid-cols-2">
      {counted.map(({ question, answered, values }) => {
        // Agreements are a share of all leads, because most people who did not agree have seen the text.
        const all = values.length === 1 ? event.leadCount : answered;
        const askedQuestion = event.questions.find(({ id }) => id === question);
        // The choices of a scale keep their order.
        const ranked = askedQuestion?.choices.length
          ? values.toSorted((a, b) => b.leads - a.leads)
          : values;
        return (
          <Ranked
            key={question}
            title={names.get(question) ?? ''}
            note={say(
              '{answered} of {count} lead answered',
              '{answered} of {count} leads answered',
              { count: event.leadCount, answered },
            )}
            columns={[say('Answer'), say('Leads'), say('Share')]}
            rows={ranked.map(({ name, leads }) => ({
              name: askedQuestion?.choices.length || !ownAnswers.includes(name) ? name : say(name),
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
