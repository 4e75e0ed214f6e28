import { stagePath } from '@drawbridge/contract/core/pages';
import { english } from '@drawbridge/contract/languages/english';
import { ExternalLink, Projector } from 'lucide-react';
import { Suspense } from 'react';
import type { EventDialogProps } from '../events/events/event-actions.tsx';
import { raffleUrl } from '../events/sharing/event-links.ts';
import { LocalAddressWarning } from '../events/sharing/local-address-warning.tsx';
import { usePublicOrigin } from '../events/sharing/public-origin.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { say } from '../lib/texts/say.ts';
import { CopyField } from '../ui/copy-button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../ui/dialogs/dialog.tsx';
import { NewTabLink } from '../ui/new-tab-link.tsx';
import { QrCanvas } from '../ui/qr-codes/qr-canvas.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { WinnersButton } from './handover/winners-button.tsx';

// Loaded on demand, because it is rarely opened.
const ReadyToDraw = lazyPart(
  () => import('./readiness/ready-to-draw.tsx'),
  'ReadyToDraw',
  'presenter',
);

const steps = english([
  'Share the URL or QR code',
  'Attendees enter their details to join',
  'Only verified leads are eligible for prize draws',
]);

export function RaffleLinkDialog({ event, onClose }: EventDialogProps) {
  const origin = usePublicOrigin();
  return (
    <Dialog title={say('Public Raffle Page')} description={event.name} onClose={onClose}>
      <DialogBody>
        <RafflePanel event={event} />
        <WinnersButton eventId={event.id} />
      </DialogBody>
      <DialogFooter>
        {/* The link uses this page's origin, which this screen is known to reach. */}
        <NewTabLink href={stagePath(event.id)} icon={Projector}>
          {say('Open the wall on this screen')}
        </NewTabLink>
        <NewTabLink
          href={raffleUrl(event.id, origin ?? location.origin)}
          icon={ExternalLink}
          variant="primary"
        >
          {say('Open Raffle Page')}
        </NewTabLink>
      </DialogFooter>
    </Dialog>
  );
}

/** The public raffle page's address, and the warnings before the draw. */
export function RafflePanel({ event }: Pick<EventDialogProps, 'event'>) {
  const origin = usePublicOrigin();
  const url = raffleUrl(event.id, origin ?? location.origin);

  return (
    <div className="grid gap-5 *:min-w-0 @2xl:grid-cols-2 @2xl:grid-rows-[auto_1fr]">
      <div className="rounded-m bg-sunk px-4 py-3.5">
        <h3 className="pb-1.5 text-lg">{say('Ready to draw?')}</h3>
        <Suspense fallback={<Skeleton className="h-20 rounded-m" />}>
          <ReadyToDraw eventId={event.id} />
        </Suspense>
      </div>
      <div className="flex flex-col gap-5 @2xl:col-start-2 @2xl:row-span-2 @2xl:row-start-1">
        {origin && (
          <>
            <LocalAddressWarning origin={origin} />
            <QrCanvas
              text={url}
              label={say('QR code of the raffle page of {name}', { name: event.name })}
              // The link below works without the code.
              onFailure={(error) => console.warn('The QR code could not be generated', error)}
            />
          </>
        )}
        <CopyField
          label={say('Raffle URL')}
          value={url}
          copied={say('Raffle URL copied to clipboard')}
        />
      </div>
      <section
        aria-labelledby="how-it-works"
        className="rounded-m bg-sunk px-4 py-3.5 @2xl:self-start"
      >
        <h3 id="how-it-works" className="text-lg">
          {say('How it works')}
        </h3>
        <ol className="mt-1.5 list-decimal ps-5 text-ink-2 text-sm leading-6">
          {steps.map((step) => (
            <li key={step}>{say(step)}</li>
          ))}
        </ol>
      </section>
    </div>
  );
}
