import { adminPages, formBuilderPath, leadFormPath } from '@drawbridge/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, CalendarX, ExternalLink, Languages, ListChecks } from 'lucide-react';
import { Suspense } from 'react';
import { Link, useSearch } from 'wouter';
import { eventsQuery } from '../../features/events/api.ts';
import { FormBuilder } from '../../features/questions/form-builder.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, Resource } from '../../ui/empty-state.tsx';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ListSkeleton } from '../../ui/skeleton.tsx';

const TRANSLATIONS = '?view=translations';

const TranslationsEditor = lazyPart(
  () => import('../../features/questions/translations-editor.tsx'),
  'TranslationsEditor',
);

export function FormPage({ eventId }: { eventId: string }) {
  const events = useQuery(eventsQuery);
  // Part of the address, so that leaving for the other view asks about what is not saved.
  const translating = `?${useSearch()}` === TRANSLATIONS;
  const event = events.data?.find(({ id }) => id === eventId);

  return (
    <div className="flex flex-col gap-4">
      <PageHeader title="Form" subtitle={event?.name ?? 'The questions of an event'}>
        <Link to={adminPages.events} className={buttonClasses('quiet', 'medium')}>
          <ArrowLeft aria-hidden />
          Events
        </Link>
        {event && (
          <Link
            to={formBuilderPath(eventId) + (translating ? '' : TRANSLATIONS)}
            className={buttonClasses('secondary', 'medium')}
          >
            {translating ? <ListChecks aria-hidden /> : <Languages aria-hidden />}
            {translating ? 'Questions' : 'Translations'}
          </Link>
        )}
        {event && (
          <NewTabLink href={leadFormPath(eventId)} icon={ExternalLink}>
            Open the form
          </NewTabLink>
        )}
      </PageHeader>
      <Resource card reads={[events]} what="the form">
        {(all) =>
          !event ? (
            <Card>
              <EmptyState
                icon={CalendarX}
                title="Event Not Found"
                help="This event has been deleted, or the address is wrong."
              />
            </Card>
          ) : translating ? (
            <Suspense fallback={<ListSkeleton label="Loading the translations" />}>
              <TranslationsEditor event={event} />
            </Suspense>
          ) : (
            <FormBuilder event={event} events={all} />
          )
        }
      </Resource>
    </div>
  );
}
