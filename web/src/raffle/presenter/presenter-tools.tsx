import { stagePath } from '@drawbridge/contract/core/pages';
import type { PublicEvent } from '@drawbridge/contract/events/events';
import { type Language, languageCodes, languages } from '@drawbridge/contract/languages/languages';
import { Languages, Projector } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { formatList } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { HandOverButton } from '../handover/hand-over-button.tsx';
import { useStage } from '../stage-context.tsx';
import { DrawGuard } from './draw-guard.tsx';
import { SealedAction } from './remote-action.tsx';
import { RemoteLink } from './remote-link.tsx';
import { OpenRollCall, TakingPart, usePlannedDraw, WhoTakesPart } from './roll-call.tsx';
import { NotHereButton, SealButton, Tools } from './tools.tsx';

const ReadinessSummary = lazyPart(
  () => import('../readiness/ready-to-draw.tsx'),
  'ReadinessSummary',
);

/** The presenter's tools on the raffle page: who takes part, what to know before drawing, and what the remote has. */
export function PresenterTools() {
  const { event, scene } = useStage();
  const planned = usePlannedDraw();

  return (
    <section
      aria-label={t('presenter.presenter')}
      className="flex min-w-0 flex-col gap-3 rounded-l border border-line p-4"
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <p role="status" className="min-w-0 text-ink-2 tabular-nums">
          <TakingPart />
        </p>
        {scene.kind === 'idle' && (
          <>
            <WhoTakesPart />
            <Suspense>
              <ReadinessSummary eventId={event.id} {...planned} />
            </Suspense>
          </>
        )}
      </div>
      <OpenRollCall />
      <div className="flex flex-wrap gap-2 max-md:grid max-md:grid-cols-2">
        <Tools size="small" />
        {/* A wall is opened on a larger screen. */}
        <div className="contents max-md:hidden">
          <StageLink event={event} />
        </div>
        <RemoteLink eventId={event.id} size="small" />
      </div>
      <DrawGuard />
    </section>
  );
}

/** The buttons beside 'Continue Raffle' while a winner is on the wall. */
export function WinnerTools() {
  const { eventId } = useStage();
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <HandOverButton eventId={eventId} size="small" />
      <NotHereButton size="small" />
    </div>
  );
}

/** The form of the sealed draw on the raffle page. */
export function SealedTools() {
  const { scene, asking } = useStage();
  if (scene.kind !== 'sealed') return null;
  return (
    <SealedAction sealed={scene.sealed}>
      {() => (
        <Button
          type="submit"
          variant="primary"
          pending={asking !== undefined}
          className="max-sm:w-full"
        >
          {t('presenter.drawWithBeacon')}
        </Button>
      )}
    </SealedAction>
  );
}

/** The loud button of a prize whose draw is sealed first. */
export const SealFirst = () => <SealButton variant="primary" />;

/** The link to the wall, in one or two languages: the event's, and another that it offers. */
export function StageLink({ event }: { event: PublicEvent }) {
  const [second, setSecond] = useState<Language>();
  const others = (event.languages ?? languageCodes).filter((code) => code !== event.language);
  const namesOf = (other?: Language) =>
    formatList(
      [event.language, ...(other ? [other] : [])].map((code) => languages[code].name),
      'conjunction',
    );

  return (
    <>
      <NewTabLink
        icon={Projector}
        size="small"
        href={stagePath(event.id, second && `${event.language},${second}`)}
      >
        {t('presenter.openStage')}
      </NewTabLink>
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
