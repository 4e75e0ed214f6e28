import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect } from 'react';
import { Toaster } from '../ui/dialogs/toaster.tsx';
import { Tooltips } from '../ui/tooltip.tsx';
import { PageLoading } from './error-boundary.tsx';

/** The frame of all screens except the lead form: queries, tooltips and toasts. The server renders it too. */
export function WorkspaceFrame({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={client}>
      <Suspense fallback={<PageLoading />}>
        {children}
        <TakenOver />
      </Suspense>
      <Tooltips />
      <Toaster />
    </QueryClientProvider>
  );
}

/** Marks the surrounding part of the page as hydrated, for the presses before that (`public/theme.js`). */
function TakenOver() {
  useEffect(() => {
    document.dispatchEvent(new Event('taken-over'));
  }, []);
  return null;
}
