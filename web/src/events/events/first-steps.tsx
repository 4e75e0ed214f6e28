import type { AdminEvent } from '@drawbridge/contract/events/events';
import { english } from '@drawbridge/contract/languages/english';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { say } from '../../lib/texts/say.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmMutationDialog } from '../../ui/dialogs/use-dialogs.tsx';
import { EVENTS } from './api.ts';
import check from './pictures/check.webp';
import draw from './pictures/draw.webp';
import enter from './pictures/enter.webp';

const steps = [
  {
    picture: enter,
    title: english('Visitors enter'),
    text: english(
      'They scan your poster with their own phone, or your team adds them as they talk.',
    ),
  },
  {
    picture: check,
    title: english('You check the leads'),
    text: english('Leads appear live. Only verified leads take part in the draw.'),
  },
  {
    picture: draw,
    title: english('The hall sees the draw'),
    text: english(
      'You draw from your phone, the wall shows it, and everybody can check that it was fair.',
    ),
  },
];

/** The start page of a server without events: an introduction, and a way to try the product. */
export function FirstSteps() {
  const add = useApiMutation({
    send: () => api.post('/api/sample', { large: true }),
    success: {
      title: say('Sample data added'),
      description: say('You can remove it above the list of events'),
    },
    failure: say('Could not add sample data'),
    changes: [EVENTS],
  });
  return (
    <section aria-label={say('How it works')} className="flex flex-col items-center gap-5">
      <Button
        icon={FlaskConical}
        variant="quiet"
        pending={add.isPending}
        onClick={() => add.mutate()}
      >
        {add.isPending ? say('Adding sample data...') : say('Look around with sample data')}
      </Button>
      <ol className="grid w-full gap-4.5 md:grid-cols-3">
        {steps.map(({ picture, title, text }, index) => (
          <li key={title}>
            <Card className="h-full overflow-hidden">
              <img
                src={picture}
                alt=""
                loading="lazy"
                width={720}
                height={450}
                className="aspect-8/5 w-full border-b bg-sunk object-cover object-top"
              />
              <div className="px-4.5 pt-3.5 pb-4.5">
                <h2 className="text-lg">
                  <span className="text-accent-ink">{index + 1}</span> {say(title)}
                </h2>
                <p className="mt-1 text-pretty text-ink-2 text-sm">{say(text)}</p>
              </div>
            </Card>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Says that some events are sample data, and removes them. */
export function SampleBar({ events }: { events: readonly AdminEvent[] }) {
  const [asking, setAsking] = useState(false);
  const leads = events.reduce((sum, { leadCount }) => sum + leadCount, 0);
  return (
    <aside
      aria-label={say('Sample data')}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-m border bg-card py-2 pe-2 ps-4 text-ink-2 text-sm"
    >
      <FlaskConical aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">
        {say('Events marked ‘sample’ and their people are made up. Try anything with them.')}
      </p>
      <Button size="small" onClick={() => setAsking(true)} className="max-sm:w-full">
        {say('Remove the sample data')}
      </Button>
      {asking && (
        <ConfirmMutationDialog
          title={say('Remove the sample data?')}
          description={say(
            '{events} with {leads} and the sample volunteers are deleted permanently, with everything you did in them. Your own events and volunteers stay.',
            {
              events: say('{count} event', '{count} events', { count: events.length }),
              leads: say('{count} lead', '{count} leads', { count: leads }),
            },
          )}
          confirmLabel={say('Remove')}
          mutation={{
            send: () => api.delete('/api/sample', { large: true }),
            success: { title: say('Sample data removed') },
            failure: say('Could not remove the sample data'),
            changes: [EVENTS],
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </aside>
  );
}
