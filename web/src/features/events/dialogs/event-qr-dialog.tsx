import { Download, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../../../lib/save-file.ts';
import { showToast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClasses } from '../../../ui/button-classes.ts';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogBody } from '../../../ui/dialog-body.tsx';
import { DialogFooter } from '../../../ui/dialog-footer.tsx';
import { QrCanvas } from '../../../ui/qr-canvas.tsx';
import type { EventDialogProps } from '../event-action.ts';
import { leadFormUrl, qrFileName } from './event-links.ts';

export function EventQrDialog({ event, onClose }: EventDialogProps) {
  const [code, setCode] = useState<HTMLCanvasElement | 'generating' | 'failed'>('generating');
  const url = leadFormUrl(event.id);

  function reportFailure() {
    setCode('failed');
    showToast({
      title: 'QR Code generation failed',
      description: 'Unable to generate QR code',
      destructive: true,
    });
  }

  async function download() {
    try {
      if (code === 'generating') return refuse('QR code is still generating. Please wait.');
      if (code === 'failed') throw new Error('There is no code');
      saveFile(qrFileName(event.name), await toPng(code));
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
        {code === 'failed' ? (
          <p className="rounded-m bg-sunk p-4 text-ink-2">
            The code could not be generated. The link below still works; to try again, close this
            dialog and open it once more.
          </p>
        ) : (
          <QrCanvas
            text={url}
            label={`QR code of the lead form of ${event.name}`}
            onReady={setCode}
            onFailure={reportFailure}
          />
        )}
        <CopyField label="Lead form URL" value={url} copied="Lead form URL copied to clipboard" />
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
        {/* Not `disabled`, so that pressing it too early explains why nothing is downloaded yet. */}
        <Button
          variant="primary"
          aria-disabled={code instanceof HTMLCanvasElement ? undefined : true}
          onClick={download}
        >
          <Download aria-hidden />
          Download
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((image) => {
      if (image) resolve(image);
      else reject(new Error('The canvas gave no image'));
    });
  });
}
