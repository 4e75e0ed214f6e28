import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Tooltip } from 'radix-ui';
import { type ReactNode, Suspense } from 'react';
import { Toaster } from '../ui/toaster.tsx';
import { PageLoading } from './error-boundary.tsx';

interface WorkspaceFrameProps {
  client: QueryClient;
  children: ReactNode;
}

/** What all screens except the lead form are in: queries, tooltips and toasts. The server renders it too. */
export function WorkspaceFrame({ client, children }: WorkspaceFrameProps) {
  return (
    <QueryClientProvider client={client}>
      <Tooltip.Provider delayDuration={700} skipDelayDuration={300}>
        <Suspense fallback={<PageLoading />}>{children}</Suspense>
        <Toaster />
      </Tooltip.Provider>
    </QueryClientProvider>
  );
}
