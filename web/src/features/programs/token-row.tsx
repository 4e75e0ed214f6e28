import { scopes, type Token } from '@drawbridge/contract/programs/tokens';
import { formatMoment, formatMomentDay } from '../../lib/formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmChange } from '../../ui/dialogs-of-list.tsx';
import { useConfirmToken, useRevokeToken } from './api.ts';
import { ProgramRow } from './program-parts.tsx';

interface RevokeTokenDialogProps {
  token: Token;
  onClose: () => void;
}

export function RevokeTokenDialog({ token, onClose }: RevokeTokenDialogProps) {
  return (
    <ConfirmChange
      title={`Revoke ${token.name}?`}
      description="The program can no longer use the API, from this moment on. What it did stays."
      confirmLabel="Revoke"
      mutation={useRevokeToken(token)}
      onClose={onClose}
    />
  );
}

interface TokenRowProps {
  token: Token;
  /** The names of events by their ids. */
  eventNames: ReadonlyMap<string, string>;
  onRevoke: () => void;
}

export function TokenRow({ token, eventNames, onRevoke }: TokenRowProps) {
  const confirm = useConfirmToken(token);
  const { name, expiresAt, lastUsedAt, confirmed } = token;
  const ended = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  const used = lastUsedAt ? `Last used ${formatMoment(lastUsedAt)}` : 'Never used';
  const end = expiresAt && ` · ${ended ? 'Ended' : 'Ends'} ${formatMomentDay(expiresAt)}`;

  return (
    <ProgramRow
      heading={<h2 className="break-words text-lg">{name}</h2>}
      note={`${used}${end ?? ''}`}
      owner={token.owner}
      state={
        (ended || !confirmed) && (
          <Badge tone="wait">{ended ? 'Ended' : 'Restored, not confirmed'}</Badge>
        )
      }
      chosen={token.scopes}
      choices={scopes}
      eventId={token.eventId}
      eventNames={eventNames}
    >
      {!confirmed && (
        <Button
          size="small"
          aria-label={`Confirm ${name}`}
          pending={confirm.isPending}
          onClick={() => confirm.mutate()}
        >
          Confirm
        </Button>
      )}
      <Button size="small" variant="danger" aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </ProgramRow>
  );
}
