import { CalendarX } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export function NoAssignment({ onLogout }: { onLogout: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={CalendarX}
        title="No Active Assignment"
        help="You don't have an active event assignment. Contact your administrator."
        action={<Button onClick={onLogout}>Logout</Button>}
      />
    </Card>
  );
}
