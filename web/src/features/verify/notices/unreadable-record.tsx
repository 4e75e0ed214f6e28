import { ShieldAlert } from 'lucide-react';
import { endSentence } from '../../../lib/sentences.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

interface UnreadableRecordProps {
  /** The name of the file, if a file is being checked. */
  fileName: string | undefined;
  problem: string;
  onRetry: () => void;
}

/** Shown when the server or a file sends something that is not a record of draws. */
export function UnreadableRecord({ fileName, problem, onRetry }: UnreadableRecordProps) {
  return (
    <Card>
      <div role="alert">
        <EmptyState
          icon={ShieldAlert}
          title={`${fileName ?? "The server's record"} cannot be checked`}
          help={
            fileName ? endSentence(problem) : `It is not a record of draws. ${endSentence(problem)}`
          }
          action={
            <Button onClick={onRetry}>{fileName ? 'Check this event instead' : 'Try again'}</Button>
          }
        />
      </div>
    </Card>
  );
}
