import { pages } from '@drawbridge/contract/pages';
import { useLocation } from 'wouter';
import { endSession } from '../../lib/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { logOut } from './api.ts';

export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation();

  function leave() {
    // The call takes the token along at once, so the session can be cleared without waiting for it;
    // leaving the page first keeps its guard from sending us to the log-in by itself.
    logOut();
    navigate(pages.login);
    endSession('logout');
  }

  return (
    <ConfirmDialog
      title="Confirm Logout"
      description="Are you sure you want to logout? You'll need to login again to access the dashboard."
      confirmLabel="Logout"
      onConfirm={leave}
      onClose={onClose}
    />
  );
}
