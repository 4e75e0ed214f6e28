import { pages } from '@drawbridge/contract/pages';
import { Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { ErrorBoundary } from './error-boundary.tsx';
import { lazyPage } from './lazy-page.ts';
import { PageLoading } from './page-loading.tsx';
import { LeadFormPage } from './pages/lead-form-page.tsx';

const Workspace = lazyPage(() => import('./workspace.tsx'), 'Workspace');

/**
 * What a visitor's phone loads in a crowded hall is this file and the lead form, in one piece: a
 * second trip for the form's 4 KB would cost more than they do. Everything else waits behind the
 * workspace.
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
