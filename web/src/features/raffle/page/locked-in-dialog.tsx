import { verifyPath } from '@drawbridge/contract/pages';
import { Link } from 'wouter';
import { t } from '../../../lib/texts.ts';
import { Fingerprint } from '../../../ui/code-text.tsx';
import { Dialog, DialogBody } from '../../../ui/dialog.tsx';

export interface LockedInMarkProps {
  eventId: string;
  number: number;
  commitment: string;
}

interface LockedInDialogProps extends LockedInMarkProps {
  onClose: () => void;
}

/** Explains the fingerprint of the next draw. */
export function LockedInDialog({ eventId, number, commitment, onClose }: LockedInDialogProps) {
  return (
    <Dialog title={t('workspace.lockedIn', { number })} onClose={onClose}>
      <DialogBody>
        <div className="flex flex-col gap-4">
          <p>{t('workspace.lockedInSecret')}</p>
          <p className="rounded-m bg-sunk p-4 text-sm">
            <Fingerprint hash={commitment} />
          </p>
          <p>{t('workspace.lockedInCheck')}</p>
          <p>
            <Link href={verifyPath(eventId)} className="font-semibold text-accent-ink underline">
              {t('workspace.checkDraws')}
            </Link>
          </p>
        </div>
      </DialogBody>
    </Dialog>
  );
}
