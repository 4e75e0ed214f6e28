import { pages } from '@drawbridge/contract/core/pages';
import { useLocation } from 'wouter';
import { endSession } from '../lib/api/session.ts';
import { t } from '../lib/texts/texts.ts';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx';
import { logOut, offerToLeaveProvider } from './sign-on.tsx';

interface LogoutDialogProps {
  /** A warning for the user before logging out. */
  note?: string | undefined;
  onClose: () => void;
}

export function LogoutDialog({ note, onClose }: LogoutDialogProps) {
  const [, navigate] = useLocation();

  function leave() {
    // The call has already read the token, so the session can be cleared without waiting for it. Leaving the page first
    // keeps its guard from redirecting to the login.
    logOut().then((response) => response?.signOn && offerToLeaveProvider(response.signOn));
    navigate(pages.login);
    endSession('logout');
  }

  return (
    <ConfirmDialog
      title={t('workspace.confirmLogout')}
      description={t('workspace.confirmLogoutHelp')}
      details={note && <p className="mt-3 font-semibold">{note}</p>}
      confirmLabel={t('workspace.logout')}
      onConfirm={leave}
      onClose={onClose}
    />
  );
}
