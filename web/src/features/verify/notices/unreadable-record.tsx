import { ShieldAlert } from 'lucide-react';
import { endSentence } from '../../../lib/sentences.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

interface UnreadableRecordProps {
  /** Of the file, where it is one. */
  fileName: string | undefined;
  problem: string;
  onRetry: () => void;
}

/** The server or a file has something that is no record of draws, which is worth knowing. */
export function UnreadableRecord({ fileName, problem, onRetry }: UnreadableRecordProps) {
  return (
    <Card>
      <div role="alert">
        <EmptyState
          icon={ShieldAlert}
          title={`${fileName ?? "The server's record"} cannot be checked`}
          help={
            fileName ? endSentence(problem) : `It is no record of draws. ${endSentence(problem)}`
          }
          action={
            <Button onClick={onRetry}>{fileName ? 'Check this event instead' : 'Try again'}</Button>
          }
        />
      </div>
    </Card>
  );
}
