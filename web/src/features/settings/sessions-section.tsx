import type { Session } from '@drawbridge/contract/accounts/accounts';
import { useQuery } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { formatMoment } from '../../lib/formats.ts';
import { t } from '../../lib/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Resource } from '../../ui/empty-state.tsx';
import { sessionsQuery, useEndOtherSessions, useEndSession } from './api.ts';
import { SettingsSection } from './settings-section.tsx';

export function SessionsSection() {
  const sessions = useQuery(sessionsQuery);
  const endOthers = useEndOtherSessions();

  return (
    <SettingsSection
      title={t('volunteer.sessions')}
      help={t('volunteer.sessionsHelp')}
      aside={
        <Button
          size="small"
          variant="danger"
          pending={endOthers.isPending}
          disabled={(sessions.data?.length ?? 0) < 2}
          onClick={() => endOthers.mutate()}
        >
          {t('volunteer.endOthers')}
        </Button>
      }
    >
      <Resource
        reads={[sessions]}
        what={{
          loading: t('volunteer.loadingSessions'),
          failed: t('volunteer.sessionsFailed'),
        }}
      >
        {(rows) => (
          <ul className="divide-y divide-line rounded-m border">
            {rows.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Resource>
    </SettingsSection>
  );
}

function SessionRow({ session }: { session: Session }) {
  const endSession = useEndSession();
  const Icon = /iPhone|iPad|Android/.test(session.device) ? Smartphone : Laptop;

  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <Icon aria-hidden className="size-5 shrink-0 text-ink-2" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <p className="break-words font-semibold">{session.device}</p>
          {session.current && <Badge tone="ok">{t('volunteer.thisDevice')}</Badge>}
        </div>
        <p className="break-words text-ink-2 text-sm">
          <bdi dir="ltr">{session.address}</bdi>
          {session.address && <span className="max-sm:hidden"> · </span>}
          <span className="inline-block max-sm:block">
            {t('volunteer.lastUsed', { moment: formatMoment(session.lastUsedAt) })}
          </span>
        </p>
      </div>
      {!session.current && (
        <Button
          size="small"
          aria-label={t('volunteer.endSessionOf', { device: session.device })}
          pending={endSession.isPending}
          onClick={() => endSession.mutate(session.id)}
        >
          {t('volunteer.endSession')}
        </Button>
      )}
    </li>
  );
}
