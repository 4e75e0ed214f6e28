import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { eventsQuery } from '../../features/events/api.ts';
import { TokenList } from '../../features/programs/token-list.tsx';
import { WebhookList } from '../../features/programs/webhook-list.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SettingsNav } from '../admin-layout.tsx';

const NewTokenDialog = lazyDialog(
  () => import('../../features/programs/new-token-dialog.tsx'),
  'NewTokenDialog',
);

export function ProgramsPage() {
  const events = useQuery(eventsQuery).data ?? [];
  const [making, setMaking] = useState(false);
  const eventNames = new Map(events.map(({ id, name }) => [id, name]));

  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="Programs" subtitle="Tokens with which your other software uses the API">
        <Button variant="primary" onClick={() => setMaking(true)}>
          <Plus aria-hidden />
          New Token
        </Button>
      </PageHeader>
      <SettingsNav />
      <TokenList eventNames={eventNames} />
      <WebhookList events={events} eventNames={eventNames} />
      {making && <NewTokenDialog events={events} onClose={() => setMaking(false)} />}
    </div>
  );
}
