import { kioskPath } from '@drawbridge/contract/pages';
import { ChevronDown, Download, ExternalLink, Printer, Tablet } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../../../lib/save-file.ts';
import { showToast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClasses } from '../../../ui/button-classes.ts';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogBody } from '../../../ui/dialog-body.tsx';
import { DialogFooter } from '../../../ui/dialog-footer.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { QrCanvas } from '../../../ui/qr-canvas.tsx';
import { notePrinted } from '../checklist/checklists.ts';
import type { EventDialogProps } from '../event-action.ts';
import { EventPoster } from '../poster/event-poster.tsx';
import { leadFormUrl, type QrFormat, qrFileName } from './event-links.ts';
import { LocalAddressWarning } from './local-address-warning.tsx';
import { renderQr, toPng } from './qr-files.ts';
import { usePublicOrigin } from './use-public-origin.ts';

export function EventQrDialog({ event, onClose }: EventDialogProps) {
  const [code, setCode] = useState<HTMLCanvasElement | 'generating' | 'failed'>('generating');
  const [printing, setPrinting] = useState(false);
  const origin = usePublicOrigin();
  const url = leadFormUrl(event.id, origin ?? location.origin);

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
      const file = format === 'png' ? await toPng(code) : await renderQr(url, format);
      saveFile(qrFileName(event.name, format), file);
      notePrinted(event.id);
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
            <QrCanvas
              text={url}
              label={`QR code of the lead form of ${event.name}`}
              onReady={setCode}
              onFailure={reportFailure}
            />
          )
        )}
        <CopyField label="Lead form URL" value={url} copied="Lead form URL copied to clipboard" />
        <div className="flex flex-wrap justify-center gap-2">
          <Button
            pending={printing}
            onClick={() => {
              setPrinting(true);
              notePrinted(event.id);
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
