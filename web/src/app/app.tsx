import { pages } from '@drawbridge/contract/pages';
import { Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { ErrorBoundary, lazyPage, PageLoading } from './error-boundary.tsx';
import { LeadFormPage } from './pages/lead-form-page.tsx';

const Workspace = lazyPage(() => import('./workspace.tsx').then((module) => module.Workspace));

/**
 * A visitor's phone loads this file and the lead form in one chunk: a second request for the form's 4 KB
 * would take longer than the 4 KB. Everything else is loaded with the workspace.
 */
export function App() {
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
