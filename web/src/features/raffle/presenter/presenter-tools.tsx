import type { EligiblePeople } from '@drawbridge/contract/draws';
import type { PublicEvent } from '@drawbridge/contract/events';
import { type Language, languageCodes, languages } from '@drawbridge/contract/languages';
import { stagePath } from '@drawbridge/contract/pages';
import { Languages, Projector } from 'lucide-react';
import type { ReactNode } from 'react';
import { Suspense, useState } from 'react';
import { formatList } from '../../../lib/formats.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { t } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/checkbox.tsx';
import { Dialog, DialogBody } from '../../../ui/dialog.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { HandoverTools } from '../../handing-over/handover-buttons.tsx';
import { peopleInDraw } from './people-count.ts';

interface PresenterToolsProps {
  event: PublicEvent;
  eligible: EligiblePeople | undefined;
  sealing: boolean;
  onSealingChange: (sealing: boolean) => void;
  /** What else is in the same row. */
  children: ReactNode;
}

/** Controls that only presenters see, between draws. */
export function PresenterTools(props: PresenterToolsProps) {
  const { event, eligible, sealing, onSealingChange, children } = props;
  const { id: eventId } = event;

  return (
    <section
      aria-label={t('presenter.presenter')}
      className="flex min-w-0 flex-wrap items-center gap-x-6 gap-y-1 text-ink-2"
    >
      <p role="status" className="min-w-0">
        {eligible && peopleInDraw(eligible.people)}
      </p>
      <PresenterReadiness eventId={eventId} />
      <HandoverTools eventId={eventId} size="small" />
      {children}
      <StageLink event={event} />
      <Switch
        label={t('presenter.sealed')}
        hint={t('presenter.sealedHint')}
        checked={sealing}
        onCheckedChange={onSealingChange}
      />
    </section>
  );
}

/** The stage can be shown in two languages: that of the event, and another that it offers. */
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
          <Button size="small">
            <Languages aria-hidden />
            {t('presenter.stageIn', { languages: namesOf(second) })}
          </Button>
        </Menu>
      )}
    </>
  );
}

// Loaded on demand, because few open it.
const ReadyToDraw = lazyPart(() => import('../../readiness/ready-to-draw.tsx'), 'ReadyToDraw');

const ReadinessSummary = lazyPart(
  () => import('../../readiness/ready-to-draw.tsx'),
  'ReadinessSummary',
);

interface PresenterReadinessProps {
  eventId: string;
  /** Whether nobody else sees the page, so that the first warning can be on it. */
  own?: boolean;
}

/** Opens on demand, because the audience may see the presenter's page. */
export function PresenterReadiness({ eventId, own = false }: PresenterReadinessProps) {
  const [open, setOpen] = useState(false);

  return (
    <>
      {own ? (
        <Suspense>
          <ReadinessSummary eventId={eventId} onOpen={() => setOpen(true)} />
        </Suspense>
      ) : (
        <Button size="small" onClick={() => setOpen(true)}>
          {t('presenter.readyToDraw')}
        </Button>
      )}
      {open && (
        <Dialog
          title={t('presenter.beforeYouDraw')}
          description={t('presenter.onlyWarnings')}
          onClose={() => setOpen(false)}
        >
          <DialogBody>
            <Suspense>
              <ReadyToDraw eventId={eventId} />
            </Suspense>
          </DialogBody>
        </Dialog>
      )}
    </>
  );
}
