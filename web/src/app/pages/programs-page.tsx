import { useQueries } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { eventsQuery } from '../../features/events/api.ts';
import { tokensQuery } from '../../features/programs/api.ts';
import { ProgramList } from '../../features/programs/program-parts.tsx';
import { RevokeTokenDialog, TokenRow } from '../../features/programs/token-row.tsx';
import { WebhookList } from '../../features/programs/webhook-list.tsx';
import { Button } from '../../ui/button.tsx';
import { useDialogs } from '../../ui/dialogs-of-list.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SettingsNav } from '../admin-layout.tsx';

const NewTokenDialog = lazyDialog(
  () => import('../../features/programs/new-token-dialog.tsx'),
  'NewTokenDialog',
);

export function ProgramsPage() {
  const [tokens, { data: events = [] }] = useQueries({ queries: [tokensQuery, eventsQuery] });
  const eventNames = new Map(events.map(({ id, name }) => [id, name]));
  const [open, dialog] = useDialogs(tokens.data, {
    new: (close) => <NewTokenDialog events={events} onClose={close} />,
    revoke: (close, token) => <RevokeTokenDialog token={token} onClose={close} />,
  });

  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="Programs" subtitle="Tokens with which your other software uses the API">
        <Button variant="primary" onClick={() => open('new')}>
          <Plus aria-hidden />
          New Token
        </Button>
      </PageHeader>
      <SettingsNav />
      <ProgramList
        what="tokens"
        read={tokens}
        icon={KeyRound}
        help="A token lets a program of yours read or add leads."
      >
        {(token) => (
          <TokenRow
            token={token}
            eventNames={eventNames}
            onRevoke={() => open('revoke', token.id)}
          />
        )}
      </ProgramList>
      <WebhookList events={events} eventNames={eventNames} />
      {dialog}
    </div>
  );
}
