import type { SealedDraw } from '@drawbridge/contract/fair-draw/draws';
import { QUICKNET, roundTime } from '@drawbridge/contract/fair-draw/sealed/beacon';
import { ScanQrCode } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { useToastMutation } from '../../lib/queries/use-toast-mutation.ts';
import { formatCount } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { Field, Input } from '../../ui/fields/field.tsx';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { changedByDraws } from '../api.ts';
import { BeaconCountdown } from '../scenes/beacon-countdown.tsx';
import { useSecondsUntil } from '../scenes/pages.tsx';
import { useStage } from '../stage-context.tsx';

const ScanDialog = lazyDialog(() => import('../../ui/qr-codes/code-scanner.tsx'), 'ScanDialog');
const VoidDialog = lazyDialog(() => import('./presenter-dialogs.tsx'), 'VoidDialog');

/** The signature in a pasted or scanned text: a relay's whole response, or the digits alone. */
const signatureIn = (text: string) => /(?<![0-9a-f])[0-9a-f]{96}(?![0-9a-f])/i.exec(text)?.[0];

/** The presenter's form while a draw waits for its beacon: it accepts the beacon in case no relay delivers it. */
export function BeaconForm({ sealed, round }: { sealed: SealedDraw; round: number }) {
  const { eventId, now } = useStage();
  const bring = useToastMutation({
    send: (signature: string) =>
      api.post('/api/events/:eventId/draws/:number/beacon', {
        params: { eventId, number: sealed.number },
        body: { signature },
      }),
    failure: t('presenter.beaconRejected'),
    refetches: changedByDraws(eventId),
  });
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState<'scanner' | 'void'>();
  const due = useSecondsUntil(roundTime(QUICKNET, round), now) === 0;
  const problem = asked && !signatureIn(typed) ? t('presenter.noSignature') : undefined;

  function send(text: string): boolean {
    const signature = signatureIn(text);
    if (signature && !bring.isPending)
      bring.mutate(signature, { onSettled: () => setOpen(undefined) });
    return signature !== undefined;
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(!send(typed));
  }

  return (
    <div className="flex flex-col gap-3">
      <p className="flex min-h-16 flex-wrap items-center gap-x-4 text-lg">
        <BeaconCountdown round={round} />
        {t('watched.beaconDecides', { round: formatCount(round) })}
      </p>
      {due && (
        <form onSubmit={submit} noValidate className="flex flex-col gap-3">
          <Field label={t('presenter.pasteBeacon')} error={problem}>
            <Input
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              spellCheck={false}
              dir="ltr"
            />
          </Field>
          <NewTabLink href={`https://api.drand.sh/${QUICKNET.chain}/public/${round}`}>
            {t('presenter.openBeacon')}
          </NewTabLink>
          <div className="grid grid-cols-2 gap-2.5">
            <Button type="submit" variant="primary" pending={bring.isPending}>
              {t('presenter.drawWithBeacon')}
            </Button>
            <Button icon={ScanQrCode} onClick={() => setOpen('scanner')}>
              {t('workspace.scanner')}
            </Button>
          </div>
        </form>
      )}
      <Button onClick={() => setOpen('void')}>{t('presenter.void')}</Button>
      {open === 'scanner' && (
        <ScanDialog
          title={t('presenter.pasteBeacon')}
          onCode={send}
          otherCode={t('presenter.noSignature')}
          instead={t('presenter.pasteBeacon')}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'void' && <VoidDialog eventId={eventId} onClose={() => setOpen(undefined)} />}
    </div>
  );
}
