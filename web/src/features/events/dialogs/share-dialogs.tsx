import { kioskPath, stagePath, typedLeadFormPath } from '@drawbridge/contract/pages';
import {
  ChevronDown,
  Download,
  ExternalLink,
  Printer,
  Projector,
  Tablet,
  TriangleAlert,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { saveFile } from '../../../lib/save-file.ts';
import { showToast } from '../../../lib/toast.ts';
import { WinnersButton } from '../../../shared/handover-buttons.tsx';
import { typedAddress, usePublicOrigin } from '../../../shared/public-origin.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialog.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { QrCanvas } from '../../../ui/qr-link.tsx';
import { useChangeEventQuietly } from '../api.ts';
import type { EventDialogProps } from '../list/event-actions.tsx';
import { EventPoster } from '../poster/event-poster.tsx';
import { isLocal, leadFormUrl, type QrFormat, qrFileName, raffleUrl } from './event-links.ts';
import { renderQr, toPng } from './qr-files.ts';

export function EventQrDialog({ event, onClose }: EventDialogProps) {
  const [code, setCode] = useState<HTMLCanvasElement | 'generating' | 'failed'>('generating');
  const [printing, setPrinting] = useState(false);
  const origin = usePublicOrigin();
  const url = leadFormUrl(event.id, origin ?? location.origin);
  // Shorter, so that the code has fewer modules and is read from further away.
  const shortUrl = (origin ?? location.origin) + typedLeadFormPath(event.shortCode);
  const change = useChangeEventQuietly(event.id);
  const notePrinted = () => {
    if (event.checklist === 'open') change.mutate({ checklist: 'printed' });
  };

  function reportFailure() {
    setCode('failed');
    showToast({
      title: 'QR Code generation failed',
      description: 'Unable to generate QR code',
      destructive: true,
    });
  }

  async function download(format: QrFormat) {
    try {
      if (code === 'generating') return refuse('QR code is still generating. Please wait.');
      if (code === 'failed') throw new Error('There is no code');
      const file = format === 'png' ? await toPng(code) : await renderQr(shortUrl, format);
      saveFile(qrFileName(event.name, format), file);
      notePrinted();
      showToast({ title: 'QR Code downloaded' });
    } catch {
      refuse('Unable to download QR code. Please try again.');
    }
  }

  function refuse(description: string) {
    showToast({ title: 'Download failed', description, destructive: true });
  }

  return (
    <Dialog title="Event QR Code" description={event.name} onClose={onClose}>
      <DialogBody>
        {origin && <LocalAddressWarning origin={origin} />}
        {code === 'failed' ? (
          <p className="rounded-m bg-sunk p-4 text-ink-2">
            The code could not be generated. The link below still works; to try again, close this
            dialog and open it once more.
          </p>
        ) : (
          origin && (
            <>
              <QrCanvas
                text={shortUrl}
                label={`QR code of the lead form of ${event.name}`}
                onReady={setCode}
                onFailure={reportFailure}
              />
              <p className="break-all text-center font-display font-semibold text-2xl">
                {typedAddress(event.shortCode, origin)}
              </p>
            </>
          )
        )}
        <CopyField label="Lead form URL" value={url} copied="Lead form URL copied to clipboard" />
        <div className="flex flex-wrap justify-center gap-2">
          <Button
            pending={printing}
            onClick={() => {
              setPrinting(true);
              notePrinted();
            }}
          >
            <Printer aria-hidden />
            Print poster
          </Button>
          <a
            href={(origin ?? '') + kioskPath(event.id)}
            target="_blank"
            rel="noreferrer"
            className={buttonClasses('secondary', 'medium')}
          >
            <Tablet aria-hidden />
            Open on a shared tablet
          </a>
        </div>
        <p className="text-center text-ink-2 text-sm">
          Pin a shared tablet to the form: your account stays logged in behind it.
        </p>
        {printing && origin && (
          <EventPoster event={event} origin={origin} onDone={() => setPrinting(false)} />
        )}
      </DialogBody>
      <DialogFooter>
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className={buttonClasses('secondary', 'medium')}
        >
          <ExternalLink aria-hidden />
          Open Form
        </a>
        <div className="flex">
          {/* Not `disabled`, so that pressing it too early explains why nothing is downloaded yet. */}
          <Button
            variant="primary"
            aria-disabled={code instanceof HTMLCanvasElement ? undefined : true}
            onClick={() => download('png')}
            className="flex-1 rounded-r-none"
          >
            <Download aria-hidden />
            Download
          </Button>
          <Menu
            items={[
              {
                label: 'PNG, 2,000 px',
                hint: 'For large prints',
                onSelect: () => download('large png'),
              },
              { label: 'SVG', hint: 'For any size', onSelect: () => download('svg') },
            ]}
          >
            <Button
              variant="primary"
              aria-label="Other formats"
              className="rounded-l-none border-l border-l-card px-2.5"
            >
              <ChevronDown aria-hidden />
            </Button>
          </Menu>
        </div>
      </DialogFooter>
    </Dialog>
  );
}

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
        <WinnersButton eventId={event.id} />
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
        {/* On the address of this page, which this screen is known to reach. */}
        <a
          href={stagePath(event.id)}
          target="_blank"
          rel="noreferrer"
          className={buttonClasses('secondary', 'medium')}
        >
          <Projector aria-hidden />
          Open the stage on this screen
        </a>
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

/** Says that visitors' phones cannot open the address, and what to do about it. */
function LocalAddressWarning({ origin }: { origin: string }) {
  if (!isLocal(origin)) return null;

  return (
    <p role="note" className="flex gap-3 rounded-m bg-wait-soft p-4 text-sm text-wait">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        Only this computer can open {new URL(origin).host}. Open this page under the server's
        address in your network, or start the server with the public one:
        <code className="mt-1 block break-all font-semibold">
          PUBLIC_URL=https://raffle.example.org
        </code>
      </span>
    </p>
  );
}
