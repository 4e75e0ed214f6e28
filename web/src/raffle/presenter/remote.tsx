import { eventPath, PRODUCT_NAME } from '@drawbridge/contract/core/pages';
import { WifiOff } from 'lucide-react';
import { type ReactNode, Suspense, useEffect } from 'react';
import { Link } from 'wouter';
import { classNames } from '../../lib/class-names.ts';
import { useStayAwake } from '../../lib/device/screen.ts';
import { lazyPart, optionalPart } from '../../lib/lazy-part.tsx';
import { listen } from '../../lib/queries/listen.ts';
import { EventText } from '../../lib/texts/event-text.tsx';
import { formatList } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { peopleInDraw } from '../api.ts';
import { OnStageContext } from '../handover/api.ts';
import { useRehearsal } from '../rehearsal/rehearsal-provider.tsx';
import { HandedOver } from '../scenes/winner-texts.tsx';
import { StageOf, useStage } from '../stage-context.tsx';
import { PrizeDescription } from '../tickets/prize-description.tsx';
import { Action } from './remote-action.tsx';
import { TakingPart, usePlannedDraw } from './roll-call.tsx';
import { LastDraw, PresenterNote, ShowSettings } from './show-settings.tsx';
import { RehearseButton, Tools } from './tools.tsx';

const WallScenes = lazyPart(() => import('../wall/wall.tsx'), 'WallScenes', 'stage', 'watched');
const lastRecord = () => import('../scenes/last-record.tsx');
const LastRecord = optionalPart(lastRecord, 'LastRecord', 'watched');
const PeopleOf = optionalPart(lastRecord, 'PeopleOf', 'watched');
const ReadinessSummary = lazyPart(
  () => import('../readiness/ready-to-draw.tsx'),
  'ReadinessSummary',
);

/** The maximum number of winners named here; the wall shows all. */
const NAMED = 6;

/** The presenter's phone: a preview of the wall, one button to hold, and the next prize. */
export function Remote() {
  const { eventId, event, scene, connected } = useStage();
  const planned = usePlannedDraw();
  const rehearsal = useRehearsal();
  useStayAwake();
  useVisibleHeight();

  return (
    <OnStageContext value={scene.kind === 'winner' ? scene.result.number : undefined}>
      <main className="stage remote mx-auto min-h-dvh max-w-lg gap-4 px-4 py-4">
        <title>{`${t('presenter.remote')} · ${event.name} · ${PRODUCT_NAME}`}</title>
        <header className="flex items-center justify-between gap-3">
          <h1 className="min-w-0 truncate font-semibold font-text text-lg">
            <EventText of={event} />
          </h1>
          <p role="status" className="flex shrink-0 items-center gap-2 text-sm text-wait">
            {!connected && (
              <>
                <WifiOff aria-hidden className="size-4" />
                {t('presenter.noConnection')}
              </>
            )}
          </p>
          {connected && <LastDraw />}
        </header>
        <div className="remote-wall flex min-w-0 flex-col gap-4">
          <WallPicture />
          <OnTheWall pictured />
        </div>
        <div className="remote-action flex min-w-0 flex-col gap-3">
          {rehearsal.running && <RehearsalNote />}
          {!rehearsal.running && scene.kind === 'idle' && (
            <Suspense>
              <ReadinessSummary eventId={eventId} {...planned} />
            </Suspense>
          )}
          <Action />
        </div>
        <div hidden={rehearsal.running} className="remote-rest flex min-w-0 flex-col gap-4">
          <div className="remote-tools grid grid-cols-2 gap-2.5">
            <Tools />
            <RehearseButton />
          </div>
          <Prizes />
          <ShowSettings />
          <p className="min-h-lh text-ink-2 text-sm">
            <Suspense>
              <LastRecord people />
            </Suspense>
          </p>
        </div>
      </main>
    </OnStageContext>
  );
}

/** Says on the remote that this is a rehearsal, and ends it. */
function RehearsalNote() {
  const { own, end } = useRehearsal();
  return (
    <section
      aria-label={t('presenter.rehearsal')}
      className="flex items-center gap-3 rounded-l bg-wait-soft px-4 py-2 text-sm text-wait"
    >
      <p className="min-w-0 flex-1">
        <span className="block font-semibold text-base">{t('presenter.rehearsal')}</span>
        {t('presenter.rehearsalHelp')}
      </p>
      {own && (
        <Button size="small" onClick={end}>
          {t('presenter.endRehearsal')}
        </Button>
      )}
    </section>
  );
}

/** Follows the part of the page that a phone's keyboard leaves free, as custom properties for the styles. */
function useVisibleHeight(): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const { style } = document.documentElement;
    const follow = () => {
      style.setProperty('--visible-top', `${view.offsetTop}px`);
      style.setProperty('--visible-height', `${view.height}px`);
    };
    follow();
    return listen(view, { resize: follow, scroll: follow });
  }, []);
}

/** A small preview of the wall. The text below describes it to screen readers. */
function WallPicture() {
  return (
    <div aria-hidden inert className="wall-picture rounded-m border bg-stage">
      <div className="wall flex overflow-clip leading-tight">
        <Suspense>
          <WallScenes />
        </Suspense>
      </div>
    </div>
  );
}

function OnTheWall({ pictured = false }: { pictured?: boolean }) {
  const { scene, stage, eligible, prizes, otherNames } = useStage();
  const [label, title, ...details] = wallTexts();
  const prizeId =
    scene.kind === 'idle'
      ? scene.next?.id
      : scene.kind === 'sealed'
        ? scene.sealed.prizeId
        : scene.kind !== 'finale' && scene.prize?.id;
  const prize = prizes.find(({ id }) => id === prizeId);

  function wallTexts(): (ReactNode | undefined)[] {
    switch (scene.kind) {
      case 'drawing':
        return [t('workspace.drawingWinner'), scene.prize?.name ?? t('workspace.generalDraw')];
      case 'winner': {
        const { ticket, handedOverAt } = scene.result;
        const several = scene.winners.length > 1;
        return [
          several ? `${t('workspace.winners')}: ${scene.winners.length}` : t('workspace.winner'),
          <bdi key="name">
            {formatList(scene.winners.map((each) => each.winner.name).slice(0, NAMED))}
            {scene.winners.length > NAMED && ' …'}
          </bdi>,
          [!several && ticketName(ticket), scene.prize?.name].filter(Boolean).join(' · '),
          otherNames.length > 0 && t('presenter.alsoEntered', { names: formatList(otherNames) }),
          handedOverAt && !several && <HandedOver key="handed over" />,
        ];
      }
      case 'sealed':
        return [
          t('workspace.sealedDraw', { number: scene.sealed.number }),
          prizes.find(({ id }) => id === scene.sealed.prizeId)?.name ?? t('workspace.generalDraw'),
          scene.sealed.maxChances === 1 ? (
            peopleInDraw(scene.sealed.rosterSize)
          ) : (
            <Suspense key="people">
              <PeopleOf draw={scene.sealed} />
            </Suspense>
          ),
        ];
      case 'finale':
        return [t('workspace.thankYou'), t('visitor.allDrawn')];
      case 'idle': {
        const joined = eligible?.joined[0];
        const { next, forfeit } = scene;
        return [
          next && t('workspace.nextPrize'),
          next ? next.name : t('workspace.generalDraw'),
          <>
            <TakingPart />
            {joined && ` · ${t('presenter.justEntered', { ticket: ticketName(joined) })}`}
          </>,
          forfeit && `${ticketName(forfeit.ticket)}: ${forfeit.reason}`,
        ];
      }
    }
  }

  return (
    <section
      aria-label={t('presenter.onTheWall')}
      className={classNames('min-h-28 rounded-l p-4', stage.blank ? 'bg-[black]' : 'bg-card')}
    >
      {(!pictured || stage.blank) && (
        <div className="mb-2 flex justify-between gap-3 text-ink-2 text-sm">
          {t(stage.blank ? 'presenter.wallDark' : 'presenter.onTheWall')}
          {!pictured && <LastDraw />}
        </div>
      )}
      <div role="status">
        {label && (
          <p className="font-semibold text-accent-ink text-sm uppercase tracking-wider rtl:tracking-normal">
            {label}
          </p>
        )}
        <h2 className="mt-0.5 break-words font-bold text-3xl leading-tight">{title}</h2>
        {details.filter(Boolean).map((detail, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no other identity.
          <p key={index} className="mt-1 break-words text-ink-2">
            {detail}
          </p>
        ))}
      </div>
      {prize && <PrizeDescription of={prize} className="mt-1 text-sm" />}
      <PresenterNote prizeId={prizeId} />
    </section>
  );
}

/** A preview of the wall on an organiser's page. */
export function WallPreview({ eventId }: { eventId: string }) {
  return (
    <StageOf eventId={eventId} presents part>
      <div className="dark flex flex-col rounded-l border border-line bg-card text-ink">
        <OnTheWall />
        <div className="flex flex-wrap gap-2 p-4 pt-0">
          <Link to={eventPath(eventId, 'draw')} className={buttonClasses('secondary', 'medium')}>
            {say('Prepare the draw')}
          </Link>
        </div>
      </div>
    </StageOf>
  );
}

/** Chooses the next prize without drawing it. */
function Prizes() {
  const { scene, prizes, undrawn, show } = useStage();
  if (scene.kind === 'sealed' || undrawn.length < 2) return null;
  const next = scene.kind === 'idle' ? scene.next : undefined;

  return (
    <ol aria-label={t('visitor.prizes')} className="-mx-4 border-line border-b">
      {undrawn.map((prize) => (
        <li key={prize.id} className="border-line border-t">
          <button
            type="button"
            aria-current={prize === next || undefined}
            onClick={() => show({ prizeId: prize.id })}
            className={classNames(
              'flex min-h-12 w-full items-center gap-3 px-4 py-2 text-start',
              prize === next && 'bg-card',
            )}
          >
            <span className="w-7 shrink-0 font-bold text-accent-ink tabular-nums">
              {prizes.indexOf(prize) + 1}
            </span>
            <span className="min-w-0 flex-1 break-words">
              <EventText of={prize} />
            </span>
            <span className={prize === next ? 'font-semibold' : 'text-ink-2'}>
              {t(prize === next ? 'presenter.isNext' : 'presenter.choose')}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
