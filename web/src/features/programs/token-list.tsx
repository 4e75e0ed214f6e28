import { scopes, type Token } from '@drawbridge/contract/programs/tokens';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { formatMoment, formatMomentDay } from '../../lib/formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { tokensQuery, useConfirmToken, useRevokeToken } from './api.ts';
import { ProgramList, ProgramRow } from './program-parts.tsx';

interface TokenListProps {
  /** The names of events by their ids. */
  eventNames: ReadonlyMap<string, string>;
}

export function TokenList({ eventNames }: TokenListProps) {
  const revoke = useRevokeToken();
  const [revoking, setRevoking] = useState<Token>();

  return (
    <>
      <ProgramList
        what="tokens"
        query={tokensQuery}
        icon={KeyRound}
        help="A token lets a program of yours read or add leads."
      >
        {(token) => (
          <TokenRow token={token} eventNames={eventNames} onRevoke={() => setRevoking(token)} />
        )}
      </ProgramList>
      {revoking && (
        <ConfirmDialog
          title={`Revoke ${revoking.name}?`}
          description="The program can no longer use the API, from this moment on. What it did stays."
          confirmLabel="Revoke"
          destructive
          pending={revoke.isPending}
          onConfirm={() => revoke.mutate(revoking, { onSettled: () => setRevoking(undefined) })}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </>
  );
}

interface TokenRowProps extends TokenListProps {
  token: Token;
  onRevoke: () => void;
}

function TokenRow({ token, eventNames, onRevoke }: TokenRowProps) {
  const confirm = useConfirmToken();
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
        ended ? (
          <Badge tone="wait">Ended</Badge>
        ) : (
          !confirmed && <Badge tone="wait">Restored, not confirmed</Badge>
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
          onClick={() => confirm.mutate(token)}
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
