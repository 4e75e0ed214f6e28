import { ExternalLink } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { buttonClasses } from '../../../ui/button-classes.ts';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogBody } from '../../../ui/dialog-body.tsx';
import { DialogFooter } from '../../../ui/dialog-footer.tsx';
import { QrCanvas } from '../../../ui/qr-canvas.tsx';
import type { EventDialogProps } from '../event-action.ts';
import { raffleUrl } from './event-links.ts';
import { LocalAddressWarning } from './local-address-warning.tsx';
import { usePublicOrigin } from './use-public-origin.ts';

// Loaded on demand, because few open it.
const ReadyToDraw = lazy(() =>
  import('../../../shared/ready-to-draw.tsx').then((module) => ({ default: module.ReadyToDraw })),
);

const steps = [
  'Share the URL or QR code',
  'Attendees enter their details to join',
  'Only verified leads are eligible for prize draws',
];

export function RaffleLinkDialog({ event, onClose }: EventDialogProps) {
  const origin = usePublicOrigin();
  const url = raffleUrl(event.id, origin ?? location.origin);

  return (
    <Dialog title="Public Raffle Page" description={event.name} onClose={onClose}>
      <DialogBody>
        {origin && (
          <>
            <LocalAddressWarning origin={origin} />
            <QrCanvas
              text={url}
              label={`QR code of the raffle page of ${event.name}`}
              // The link below still works.
              onFailure={(error) => console.warn('The QR code could not be generated', error)}
            />
          </>
        )}
        <CopyField label="Raffle URL" value={url} copied="Raffle URL copied to clipboard" />
        <Suspense>
          <ReadyToDraw eventId={event.id} />
        </Suspense>
        <section aria-labelledby="how-it-works" className="rounded-m bg-sunk px-4 py-3.5">
          <h3 id="how-it-works" className="text-lg">
            How it works
          </h3>
          <ol className="mt-1.5 list-decimal pl-5 text-ink-2 text-sm leading-6">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
      </DialogBody>
      <DialogFooter>
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className={buttonClasses('primary', 'medium')}
        >
          <ExternalLink aria-hidden />
          Open Raffle Page
        </a>
      </DialogFooter>
    </Dialog>
  );
}
