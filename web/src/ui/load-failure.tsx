import { CloudOff } from 'lucide-react';
import { sentenceOf } from '../lib/api-client.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface LoadFailureProps {
  /** What could not be read: 'volunteers'. */
  what: string;
  /** Replaces the title 'Could not load volunteers'. */
  title?: string;
  error: unknown;
  onRetry: () => void;
}

/** Shown in place of a list that could not be loaded. */
export function LoadFailure({ what, title, error, onRetry }: LoadFailureProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={CloudOff}
        title={title ?? `Could not load ${what}`}
        help={sentenceOf(error)}
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    </div>
  );
}
