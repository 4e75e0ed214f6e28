import { loginPath, remotePath } from '@drawbridge/contract/core/pages';
import { Redirect } from 'wouter';
import { organises, useSession } from '../../lib/api/session.ts';
import { t } from '../../lib/texts/texts.ts';
import { useGoToLogin } from '../../raffle/api.ts';
import { Remote } from '../../raffle/presenter/remote.tsx';
import { RehearsalProvider } from '../../raffle/rehearsal/rehearsal-provider.tsx';
import { StageNotice, StageOf } from '../../raffle/stage-context.tsx';
import { Button } from '../../ui/button.tsx';

/** The remote, on the presenter's phone. Anybody who may not draw is sent to log in. */
export function RemotePage({ eventId }: { eventId: string }) {
  const { user } = useSession();
  const signIn = useGoToLogin();
  if (!user) return <Redirect to={loginPath(remotePath(eventId))} replace />;
  if (!organises(user, eventId)) {
    return (
      <StageNotice title={t('workspace.onlyOrganiser')} text={t('workspace.logInToDraw')}>
        <Button onClick={signIn}>{t('workspace.logInAsAdministrator')}</Button>
      </StageNotice>
    );
  }
  return (
    <StageOf eventId={eventId} heals presents screen="remote">
      <RehearsalProvider>
        <Remote />
      </RehearsalProvider>
    </StageOf>
  );
}
