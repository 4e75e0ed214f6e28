import { eventPath, leadFormPath } from '@drawbridge/contract/core/pages';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Languages, ListChecks } from 'lucide-react';
import { Suspense } from 'react';
import { Link, useSearch } from 'wouter';
import { FormPreview } from '../../collecting/lead-form/form-preview.tsx';
import { eventsQuery, TRANSLATIONS } from '../../events/events/api.ts';
import { FormBuilder } from '../../events/questions/form-builder.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { buttonClasses } from '../../ui/button.tsx';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { ListSkeleton } from '../../ui/skeleton.tsx';
import type { EventTabProps } from '../event-tab.ts';

const TranslationsEditor = lazyPart(
  () => import('../../events/questions/translations-editor.tsx'),
  'TranslationsEditor',
);

export function FormTab({ event }: EventTabProps) {
  const { data: events = [] } = useQuery(eventsQuery);
  // The view is part of the address, so that a switch to the other view asks about unsaved changes.
  const translating = `?${useSearch()}` === TRANSLATIONS;

  return (
    <>
      <div className="flex flex-wrap gap-2 md:justify-end">
        <Link
          to={eventPath(event.id, 'form') + (translating ? '' : TRANSLATIONS)}
          className={buttonClasses('secondary', 'medium')}
        >
          {translating ? <ListChecks aria-hidden /> : <Languages aria-hidden />}
          {translating ? 'Questions' : 'Translations'}
        </Link>
        <NewTabLink href={leadFormPath(event.id)} icon={ExternalLink}>
          Open the form
        </NewTabLink>
      </div>
      {translating ? (
        <Suspense fallback={<ListSkeleton label="Loading the translations" />}>
          <TranslationsEditor event={event} />
        </Suspense>
      ) : (
        <FormBuilder event={event} events={events} Preview={FormPreview} />
      )}
    </>
  );
}
