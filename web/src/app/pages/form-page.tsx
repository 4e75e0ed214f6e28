import { eventPath, leadFormPath } from '@drawbridge/contract/core/pages';
import { english } from '@drawbridge/contract/languages/english';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { Suspense } from 'react';
import { Link, useSearch } from 'wouter';
import { FormPreview } from '../../collecting/lead-form/form-preview.tsx';
import { eventsQuery, formViews } from '../../events/events/api.ts';
import { FormBuilder } from '../../events/questions/form-builder.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { say } from '../../lib/texts/say.ts';
import { UnsavedGuard } from '../../ui/dialogs/leave-guard.tsx';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { ListSkeleton } from '../../ui/skeleton.tsx';
import type { EventTabProps } from '../event-tab.ts';

const FormTexts = lazyPart(() => import('../../events/questions/form-texts.tsx'), 'FormTexts');
const FormLanguages = lazyPart(
  () => import('../../events/questions/form-languages.tsx'),
  'FormLanguages',
);
const TranslationsEditor = lazyPart(
  () => import('../../events/questions/translations-editor.tsx'),
  'TranslationsEditor',
);

const views = [
  { query: '', label: english('Questions') },
  { query: formViews.texts, label: english('Texts and consent') },
  { query: formViews.languages, label: english('Languages') },
];

export function FormTab({ event }: EventTabProps) {
  const { data: events = [] } = useQuery(eventsQuery);
  // The view is part of the address, so that a switch to another view asks about unsaved changes.
  const search = useSearch();
  const query = search && `?${search}`;

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <nav
          aria-label={say('Form')}
          className="grid grow auto-cols-auto grid-flow-col gap-1 rounded-m bg-sunk p-1 sm:grow-0"
        >
          {views.map((view) => (
            <Link
              key={view.label}
              to={eventPath(event.id, 'form') + view.query}
              aria-current={view.query === query ? 'page' : undefined}
              className="flex min-h-11 items-center justify-center rounded-s px-3 text-center font-semibold text-ink-2 text-sm transition-colors duration-150 hover:text-ink aria-[current=page]:bg-chosen aria-[current=page]:text-ink aria-[current=page]:shadow-lift md:min-h-9"
            >
              {say(view.label)}
            </Link>
          ))}
        </nav>
        <NewTabLink href={leadFormPath(event.id)} icon={ExternalLink}>
          {say('Open the form')}
        </NewTabLink>
      </div>
      <UnsavedGuard key={query} parent={eventPath(event.id)}>
        <Suspense fallback={<ListSkeleton label={say('Loading')} />}>
          {query === formViews.texts ? (
            <FormTexts event={event} Preview={FormPreview} />
          ) : query === formViews.languages ? (
            <div className="flex max-w-4xl flex-col gap-4">
              <FormLanguages event={event} />
              <TranslationsEditor event={event} />
            </div>
          ) : (
            <FormBuilder event={event} events={events} Preview={FormPreview} />
          )}
        </Suspense>
      </UnsavedGuard>
    </>
  );
}
