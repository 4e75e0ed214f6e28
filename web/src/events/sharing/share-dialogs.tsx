import { kioskPath, typedLeadFormPath } from '@drawbridge/contract/core/pages';
import { LANGUAGE_PARAMETER } from '@drawbridge/contract/languages/languages';
import { Download, ExternalLink, Printer, Tablet } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { saveFile } from '../../lib/device/save-file.ts';
import { say } from '../../lib/texts/say.ts';
import { showToast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialogs/dialog.tsx';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { usePrintedLanguage } from '../../ui/printed-page/printed-page.tsx';
import { QrCanvas } from '../../ui/qr-codes/qr-canvas.tsx';
import { useChangeChecklist } from '../events/api.ts';
import type { EventDialogProps } from '../events/event-actions.tsx';
import { leadFormUrl, type QrFormat, qrFileName, renderQr, toPng } from './event-links.ts';
import { EventPoster, type Paper } from './event-poster.tsx';
import { isLocal, LocalAddressWarning } from './local-address-warning.tsx';
import { typedAddress, usePublicOrigin } from './public-origin.ts';

export function EventQrDialog({ event, onClose }: EventDialogProps) {
  const [code, setCode] = useState<HTMLCanvasElement | 'generating' | 'failed'>('generating');
  const [printing, setPrinting] = useState<Paper>();
  const [asking, setAsking] = useState<Paper>();
  const origin = usePublicOrigin();
  const { language, texts, field } = usePrintedLanguage(event);
  const query = language === event.language ? '' : `?${LANGUAGE_PARAMETER}=${language}`;
  const url = leadFormUrl(event.id, origin ?? location.origin) + query;
  // The short address for print: its code has fewer modules and can be read from further away.
  const shortUrl = (origin ?? location.origin) + typedLeadFormPath(event.shortCode) + query;
  const checklist = useChangeChecklist(event.id);
  const notePrinted = () => {
    if (event.checklist === 'open') checklist.mutate('printed');
  };

  function reportFailure() {
    setCode('failed');
    showToast({
      title: say('QR Code generation failed'),
      description: say('Unable to generate QR code'),
      destructive: true,
    });
  }

  function print(paper: Paper) {
    setAsking(undefined);
    setPrinting(paper);
    notePrinted();
  }

  /** A poster with an address that no phone opens is wasted paper. */
  const askToPrint = (paper: Paper) =>
    origin && isLocal(origin) ? setAsking(paper) : print(paper);

  async function download(format: QrFormat) {
    try {
      if (code === 'generating') return refuse(say('QR code is still generating. Please wait.'));
      if (code === 'failed') throw new Error('There is no code');
      const file = format === 'png' ? await toPng(code) : await renderQr(shortUrl, format);
      saveFile(qrFileName(event.name, format), file);
      notePrinted();
      showToast({ title: say('QR Code downloaded') });
    } catch {
      refuse(say('Unable to download QR code. Please try again.'));
    }
  }

  function refuse(description: string) {
    showToast({ title: say('Download failed'), description, destructive: true });
  }

  return (
    <Dialog wide title={say('Event QR Code')} description={event.name} onClose={onClose}>
      <DialogBody>
        {origin && <LocalAddressWarning origin={origin} />}
        {origin && origin !== location.origin && (
          <p role="note" className="rounded-m bg-sunk px-4 py-3 text-ink-2 text-sm">
            {say(
              'This code leads to {host}, where you are now. The link, the poster and the other formats lead to {publicHost}.',
              { host: location.host, publicHost: new URL(origin).host },
            )}
          </p>
        )}
        {/* The parts are side by side, because a laptop has no room for all of them below the code. */}
        <div className="flex flex-col gap-5 md:flex-row md:items-start md:gap-6">
          {code === 'failed' ? (
            <p className="rounded-m bg-sunk p-4 text-ink-2 md:w-60">
              {say(
                'The code could not be generated. The link still works; to try again, close this dialog and open it once more.',
              )}
            </p>
          ) : (
            origin && (
              <QrCanvas
                text={leadFormUrl(event.id, location.origin) + query}
                label={say('QR code of the lead form of {name}', { name: event.name })}
                onReady={setCode}
                onFailure={reportFailure}
              />
            )
          )}
          <div className="flex min-w-0 flex-1 flex-col gap-4">
            {origin && code !== 'failed' && (
              <p className="break-all font-display font-semibold text-2xl max-md:text-center">
                {typedAddress(event.shortCode, origin)}
              </p>
            )}
            <CopyField
              label={say('Lead form URL')}
              value={url}
              copied={say('Lead form URL copied to clipboard')}
            />
            <div className="divide-y divide-line border-y">
              <Use name={say('Poster')}>
                {field}
                <Button
                  icon={Printer}
                  size="small"
                  pending={printing === 'a4'}
                  onClick={() => askToPrint('a4')}
                >
                  {say('Print poster')}
                </Button>
                <Button size="small" pending={printing === 'a3'} onClick={() => askToPrint('a3')}>
                  A3
                </Button>
              </Use>
              <Use name={say('Picture')}>
                <Button size="small" icon={Download} onClick={() => download('large png')}>
                  {say('PNG')}
                </Button>
                <Button size="small" icon={Download} onClick={() => download('svg')}>
                  {say('SVG')}
                </Button>
              </Use>
              <Use
                name={say('Tablet')}
                help={say('Pin the tablet to the form: your account stays logged in behind it.')}
              >
                <NewTabLink size="small" href={(origin ?? '') + kioskPath(event.id)} icon={Tablet}>
                  {say('Open on a shared tablet')}
                </NewTabLink>
              </Use>
            </div>
          </div>
        </div>
        {printing && origin && texts && (
          <EventPoster
            event={event}
            texts={texts}
            url={shortUrl}
            paper={printing}
            origin={origin}
            onDone={() => setPrinting(undefined)}
          />
        )}
        {asking && origin && (
          <ConfirmDialog
            title={say('Print a poster that no phone can open?')}
            description={say(
              'Only this computer can open {host}. Your operator can set a public address first.',
              { host: new URL(origin).host },
            )}
            confirmLabel={say('Print anyway')}
            onConfirm={() => print(asking)}
            onClose={() => setAsking(undefined)}
          />
        )}
      </DialogBody>
      <DialogFooter>
        <NewTabLink href={url} icon={ExternalLink}>
          {say('Open Form')}
        </NewTabLink>
        {/* The button is not `disabled`, so that an early press explains why nothing is downloaded yet. */}
        <Button
          icon={Download}
          variant="primary"
          aria-disabled={code instanceof HTMLCanvasElement ? undefined : true}
          onClick={() => download('png')}
        >
          {say('Download')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** A line of the dialog: a use of the code, and its buttons. */
function Use({ name, help, children }: { name: string; help?: string; children: ReactNode }) {
  return (
    <section
      aria-label={name}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
    >
      <h3 className="font-semibold">{name}</h3>
      <div className="flex flex-wrap items-end gap-2">{children}</div>
      {help && <p className="basis-full text-ink-2 text-sm">{help}</p>}
    </section>
  );
}
