import { ServerOff } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

/** Says that nothing was checked, because no worker could be started. */
export function NoWorker({ onRetry }: { onRetry: () => void }) {
  return (
    <Card>
      <div role="alert">
        <EmptyState
          icon={ServerOff}
          title="The check could not be started"
          help="Your browser does not let this page compute in the background, or a part of the page could not be loaded. Nothing has been checked. Try again, or use another browser."
          action={<Button onClick={onRetry}>Try again</Button>}
        />
      </div>
    </Card>
  );
}
