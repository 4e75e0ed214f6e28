import { remotePath, stagePath } from '@drawbridge/contract/core/pages';
import type { PublicEvent } from '@drawbridge/contract/events/events';
import { type Language, languageCodes, languages } from '@drawbridge/contract/languages/languages';
import { Languages, Projector, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { usePublicOrigin } from '../../events/sharing/public-origin.ts';
import { formatList } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialogs/dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { QrLink } from '../../ui/qr-codes/qr-link.tsx';
import { peopleInDraw } from '../api.ts';
import { useStage } from '../stage-context.tsx';

/** The presenter's tools between draws: the people in the draw, and the links to the wall and the remote. */
export function PresenterTools() {
  const { event, people } = useStage();

  return (
    <section
      aria-label={t('presenter.presenter')}
      className="flex min-w-0 flex-wrap items-center gap-x-6 gap-y-1 text-ink-2"
    >
      <p role="status" className="min-w-0 tabular-nums">
        {people && peopleInDraw(people.people)}
      </p>
      <StageLink event={event} />
      <RemoteButton eventId={event.id} />
    </section>
  );
}

/** The link to the wall, in one or two languages: the event's, and another that it offers. */
function StageLink({ event }: { event: PublicEvent }) {
  const [second, setSecond] = useState<Language>();
  const others = (event.languages ?? languageCodes).filter((code) => code !== event.language);
  const namesOf = (other?: Language) =>
    formatList(
      [event.language, ...(other ? [other] : [])].map((code) => languages[code].name),
      'conjunction',
    );

  return (
    <>
      <a
        href={stagePath(event.id, second && `${event.language},${second}`)}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-accent-ink underline md:min-h-0"
      >
        <Projector aria-hidden className="size-4 shrink-0" />
        {t('presenter.openStage')}
      </a>
      {others.length > 0 && (
        <Menu
          items={[undefined, ...others].map((code) => ({
            label: t(code ? 'presenter.twoLanguages' : 'presenter.oneLanguage', {
              languages: namesOf(code),
            }),
            onSelect: () => setSecond(code),
          }))}
        >
          <Button icon={Languages} size="small">
            {t('presenter.stageIn', { languages: namesOf(second) })}
          </Button>
        </Menu>
      )}
    </>
  );
}

/** The remote is for a phone, which opens it by a QR code. */
function RemoteButton({ eventId }: { eventId: string }) {
  const [open, setOpen] = useState(false);
  const origin = usePublicOrigin();

  return (
    <>
      <Button icon={Smartphone} size="small" onClick={() => setOpen(true)}>
        {t('presenter.remote')}
      </Button>
      {open && (
        <Dialog
          title={t('presenter.remote')}
          description={t('presenter.remoteHelp')}
          onClose={() => setOpen(false)}
        >
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
      )}
    </>
  );
}
