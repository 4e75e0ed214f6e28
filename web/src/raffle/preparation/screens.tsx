import { rafflePath, remotePath } from '@drawbridge/contract/core/pages';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import { Clapperboard, QrCode } from 'lucide-react';
import type { ReactNode } from 'react';
import { raffleUrl } from '../../events/sharing/event-links.ts';
import { usePublicOrigin } from '../../events/sharing/public-origin.ts';
import { say } from '../../lib/texts/say.ts';
import { t } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { StageLink } from '../presenter/presenter-tools.tsx';
import { RemoteLink } from '../presenter/remote-link.tsx';
import { ShowSettings } from '../presenter/show-settings.tsx';
import { DarkenButton } from '../presenter/tools.tsx';
import { useStage } from '../stage-context.tsx';

/** The path of a remote that begins with a rehearsal. */
export const rehearsalPath = (eventId: string) => `${remotePath(eventId)}?rehearse`;

/** The screens of the draw: the wall, in one or more languages, the remote, and the page for the audience. */
export function Screens({ event, onQrCode }: { event: AdminEvent; onQrCode: () => void }) {
  const stage = useStage();
  const origin = usePublicOrigin();
  const url = raffleUrl(event.id, origin ?? location.origin);
  return (
    <>
      <Row
        name={say('Wall')}
        help={say(
          'Open it on the projector. For a second wall, open it again, in another language.',
        )}
      >
        <StageLink event={stage.event} />
        <DarkenButton size="small" />
      </Row>
      <Row
        name={t('presenter.remote')}
        help={say("The presenter's phone: draws, seals, calls the roll and hands over.")}
      >
        <RemoteLink eventId={event.id} size="small" />
        <NewTabLink href={rafflePath(event.id)} size="small">
          {say('Present on this laptop')}
        </NewTabLink>
      </Row>
      <Row
        name={say('Audience')}
        help={say('The raffle page: everybody follows the draws on a phone.')}
      >
        <Button size="small" icon={QrCode} onClick={onQrCode}>
          {say('QR Code')}
        </Button>
        <CopyButton size="small" value={url} label={say("Copy the raffle page's link")} />
      </Row>
      <Row name={t('presenter.rehearsal')} help={t('presenter.rehearsalHelp')}>
        <NewTabLink icon={Clapperboard} size="small" href={rehearsalPath(event.id)}>
          {t('presenter.rehearse')}
        </NewTabLink>
      </Row>
      <ShowSettings plain />
    </>
  );
}

function Row({ name, help, children }: { name: string; help: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="border-b pb-4">
      <h3 className="text-lg">{name}</h3>
      <p className="text-ink-2 text-sm">{help}</p>
      <div className="mt-2 flex flex-wrap gap-2">{children}</div>
    </section>
  );
}
