import { ShieldAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

interface UnreadableRecordProps {
  problem: string;
  onRetry: () => void;
}

/** The server answered with something that is no record of draws, which is worth knowing. */
export function UnreadableRecord({ problem, onRetry }: UnreadableRecordProps) {
  return (
    <Card>
      <div role="alert">
        <EmptyState
          icon={ShieldAlert}
          title="The server's record cannot be checked"
          help={`What it sent is no record of draws: ${problem}`}
          action={<Button onClick={onRetry}>Try again</Button>}
        />
      </div>
    </Card>
  );
}
