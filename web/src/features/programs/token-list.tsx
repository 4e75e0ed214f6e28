import { scopes, type Token } from '@drawbridge/contract/programs/tokens';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { formatMoment, formatMomentDay } from '../../lib/formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TOOLTIP } from '../../ui/tooltip.tsx';
import { tokensQuery, useRevokeToken } from './api.ts';
import { ProgramList } from './program-parts.tsx';

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
          <TokenRow
            token={token}
            eventName={token.eventId ? (eventNames.get(token.eventId) ?? 'A deleted event') : ''}
            onRevoke={() => setRevoking(token)}
          />
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

interface TokenRowProps {
  token: Token;
  eventName: string;
  onRevoke: () => void;
}

function TokenRow({ token, eventName, onRevoke }: TokenRowProps) {
  const { name, expiresAt, lastUsedAt } = token;
  const ended = expiresAt !== null && Date.parse(expiresAt) <= Date.now();

  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3.5 md:px-5">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="break-words text-lg">{name}</h2>
        <p className="text-ink-2 text-sm">
          {lastUsedAt ? `Last used ${formatMoment(lastUsedAt)}` : 'Never used'}
          {expiresAt && ` · ${ended ? 'Ended' : 'Ends'} ${formatMomentDay(expiresAt)}`}
        </p>
        <div className="mt-2 flex flex-wrap gap-1.5">
          {token.scopes.map((scope) => (
            <span key={scope} {...{ [TOOLTIP]: scopes[scope] }}>
              <Badge>{scope}</Badge>
            </span>
          ))}
          {eventName && <Badge tone="accent">{eventName}</Badge>}
          {ended && <Badge tone="wait">Ended</Badge>}
        </div>
      </div>
      <Button size="small" variant="danger" aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}
