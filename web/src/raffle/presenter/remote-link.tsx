import { remotePath } from '@drawbridge/contract/core/pages';
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { usePublicOrigin } from '../../events/sharing/public-origin.ts';
import { TOUCH, useMediaQuery } from '../../lib/device/use-media-query.ts';
import { t } from '../../lib/texts/texts.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialogs/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { QrLink } from '../../ui/qr-codes/qr-link.tsx';

interface RemoteLinkProps {
  eventId: string;
  size?: 'small' | undefined;
  className?: string;
  /** Shows the icon alone. */
  iconOnly?: boolean;
}

/** Leads to the remote: on a touch screen it opens it, elsewhere it shows the code for a phone. */
export function RemoteLink({ eventId, size, className = '', iconOnly = false }: RemoteLinkProps) {
  const touch = useMediaQuery(TOUCH);
  const [open, setOpen] = useState(false);
  if (touch) {
    return (
      <NewTabLink
        icon={Smartphone}
        href={remotePath(eventId)}
        iconOnly={iconOnly}
        className={className}
      >
        {t('presenter.remote')}
      </NewTabLink>
    );
  }
  return (
    <>
      {iconOnly ? (
        <IconButton icon={Smartphone} label={t('presenter.remote')} onClick={() => setOpen(true)} />
      ) : (
        <Button
          icon={Smartphone}
          {...(size && { size })}
          className={className}
          onClick={() => setOpen(true)}
        >
          {t('presenter.remote')}
        </Button>
      )}
      {open && <RemoteDialog eventId={eventId} onClose={() => setOpen(false)} />}
    </>
  );
}

function RemoteDialog({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const origin = usePublicOrigin();
  return (
    <Dialog title={t('presenter.remote')} description={t('presenter.remoteHelp')} onClose={onClose}>
      <DialogBody>
        {origin && (
          <QrLink
            path={remotePath(eventId)}
            origin={origin}
            label={t('presenter.remoteCode')}
            className="mx-auto aspect-square w-[min(16rem,41vh)] rounded-m"
          />
        )}
        <a href={remotePath(eventId)} className={buttonClasses('secondary', 'medium')}>
          {t('presenter.openHere')}
        </a>
      </DialogBody>
    </Dialog>
  );
}
