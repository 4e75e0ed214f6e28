import { pages } from '@drawbridge/contract/core/pages';
import { Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { lazyPage } from '../lib/lazy-part.tsx';
import { useLanguage } from '../lib/texts/texts.ts';
import { ErrorBoundary, PageLoading } from './error-boundary.tsx';
import { LeadFormPage } from './pages/lead-form-page.tsx';

const Workspace = lazyPage(() => import('./workspace.tsx'), 'Workspace', 'workspace', 'animals');

/**
 * A visitor's phone loads this file and the lead form in one chunk: a second request for the form's 4 KB
 * would take longer than the 4 KB. Everything else is loaded with the workspace.
 */
export function App() {
  useLanguage();
  return (
    <ErrorBoundary>
      <Suspense fallback={<PageLoading />}>
        <Switch>
          {[pages.leadForm, pages.shortLeadForm].map((path) => (
            <Route key={path} path={path}>
              {({ eventId }) => <LeadFormPage key={eventId} eventId={eventId} />}
            </Route>
          ))}
          <Route>
            <Workspace />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}
