import { eventPath } from '@drawbridge/contract/core/pages';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useEffect } from 'react';
import { useMailOn } from '../../lib/queries/login-methods.ts';
import { say } from '../../lib/texts/say.ts';
import { Button } from '../../ui/button.tsx';
import { UnsavedGuard } from '../../ui/dialogs/leave-guard.tsx';
import { drawsQuery } from '../events/api.ts';
import type { EventActionsProps } from '../events/event-actions.tsx';
import { BrandFields, brandFields } from './brand-fields.tsx';
import { ReceiptsField, RetentionField } from './data-fields.tsx';
import { ChancesField, DrawTimeField, WinnerDisplayField } from './draw-fields.tsx';
import { EventSection, useEventSection } from './event-section.tsx';
import { PlaceFields } from './place-fields.tsx';

/** The settings of an event besides those of the dialog, in four sections that are saved one by one. */
export function EventSettings({ event, onAction }: EventActionsProps) {
  const { data: draws } = useQuery(drawsQuery(event.id));
  const drawn = draws && (draws.sealed !== null || draws.draws.length > 0);
  const hasWinners = draws?.draws.some(({ kind }) => kind === 'draw');
  const place = useEventSection(event, ['country', 'currency', 'timeZone']);
  const brand = useEventSection(event, brandFields);
  const draw = useEventSection(event, ['winnerDisplay', 'maxChances', 'drawAt']);
  const data = useEventSection(event, ['retentionDays', 'receipts']);
  const mailOn = useMailOn();

  // A link may name a section; the router does not scroll to it.
  useEffect(() => {
    const section = document.getElementById(location.hash.slice(1));
    section?.scrollIntoView();
    section?.querySelector<HTMLElement>('input, button:not([type=submit])')?.focus();
  }, []);

  return (
    <UnsavedGuard parent={eventPath(event.id)}>
      <div className="flex max-w-4xl flex-col gap-4">
        <EventSection
          {...place}
          title={say('Event')}
          help={say(
            'Where it is. Name, date, status, location and amounts are edited with the pencil.',
          )}
          aside={
            <Button icon={Pencil} size="small" onClick={() => onAction('edit')}>
              {say('Edit name and date')}
            </Button>
          }
        >
          <PlaceFields drawn={drawn} />
        </EventSection>
        <EventSection
          {...brand}
          title={say('Brand')}
          help={say('Logo, cover picture and colour of your public pages.')}
        >
          <div className="md:col-span-2">
            <BrandFields />
          </div>
        </EventSection>
        <EventSection
          {...draw}
          id="draw"
          title={say('Draw')}
          help={say('When it is, who can win how easily, and how winners are shown.')}
        >
          <DrawTimeField />
          <WinnerDisplayField hasWinners={hasWinners} />
          <ChancesField event={event} sealed={draws ? draws.sealed !== null : undefined} />
        </EventSection>
        <EventSection
          {...data}
          id="data"
          title={say('Data')}
          help={say(
            'How long the leads are kept. Without a number they stay until you delete them.',
          )}
        >
          <RetentionField event={event} />
          {mailOn && <ReceiptsField />}
        </EventSection>
      </div>
    </UnsavedGuard>
  );
}
