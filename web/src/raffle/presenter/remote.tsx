import { PRODUCT_NAME, remotePath } from '@drawbridge/contract/core/pages';
import type { RaffleResult } from '@drawbridge/contract/raffle/raffle';
import { LockKeyhole, Moon, Sun, UserX, WifiOff } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useStayAwake } from '../../lib/device/screen.ts';
import { lazyPart, optionalPart } from '../../lib/lazy-part.ts';
import { EventText } from '../../lib/texts/event-text.tsx';
import { formatList } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialogs/dialog.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { peopleInDraw } from '../api.ts';
import { HandOverButton } from '../handover/hand-over-button.tsx';
import { WinnersButton } from '../handover/winners-button.tsx';
import { HandedOver } from '../scenes/winner-texts.tsx';
import { StageOf, useStage } from '../stage-context.tsx';
import { PrizeDescription } from '../tickets/prize-description.tsx';
import { Action } from './remote-action.tsx';
import { LastDraw, ShowSettings, SpeakerNote } from './show-settings.tsx';

const SealDialog = lazyDialog(() => import('./seal-dialog.tsx'), 'SealDialog');
const ForfeitDialog = lazyDialog(() => import('./presenter-dialogs.tsx'), 'ForfeitDialog');
const WallScenes = lazyPart(() => import('../wall/wall.tsx'), 'WallScenes', 'stage', 'watched');
const lastRecord = () => import('../scenes/last-record.tsx');
const LastRecord = optionalPart(lastRecord, 'LastRecord', 'watched');
const PeopleOf = optionalPart(lastRecord, 'PeopleOf', 'watched');
const ready = () => import('../readiness/ready-to-draw.tsx');
const ReadyToDraw = lazyPart(ready, 'ReadyToDraw');
const ReadinessSummary = lazyPart(ready, 'ReadinessSummary');

/** The maximum number of winners named here; the wall shows all. */
const NAMED = 6;

/** The presenter's phone: a preview of the wall, one button to hold, and the next prize. */
export function Remote() {
  const { event, scene, connected } = useStage();
  useStayAwake();

  return (
    <main className="stage mx-auto flex min-h-dvh max-w-lg flex-col gap-4 px-4 py-4">
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
      <WallPicture />
      <OnTheWall pictured />
      {(scene.kind === 'idle' || scene.kind === 'sealed') && <Readiness />}
      <Action />
      <Tools />
      <Prizes />
      <ShowSettings />
      <p className="min-h-lh text-ink-2 text-sm">
        <Suspense>
          <LastRecord people />
        </Suspense>
      </p>
    </main>
  );
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
  const { scene, stage, people, eligible, prizes, otherNames } = useStage();
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
        const count = eligible?.people ?? people?.people;
        const { next, forfeit } = scene;
        return [
          next && t('workspace.nextPrize'),
          next ? next.name : t('workspace.generalDraw'),
          [
            count !== undefined && peopleInDraw(count),
            joined && t('presenter.justEntered', { ticket: ticketName(joined) }),
          ]
            .filter(Boolean)
            .join(' · '),
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
      <SpeakerNote prizeId={prizeId} />
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
          <NewTabLink href={remotePath(eventId)}>{t('presenter.remote')}</NewTabLink>
          <DarkenButton />
        </div>
      </div>
    </StageOf>
  );
}

function DarkenButton() {
  const { stage, show } = useStage();
  return (
    <Button
      variant={stage.blank ? 'primary' : 'secondary'}
      onClick={() => show({ blank: !stage.blank })}
    >
      {stage.blank ? <Sun aria-hidden /> : <Moon aria-hidden />}
      {t(stage.blank ? 'presenter.lightUp' : 'presenter.darken')}
    </Button>
  );
}

function Tools() {
  const { eventId, scene, prizes, results, take } = useStage();
  const [sealing, setSealing] = useState(false);
  const [forfeiting, setForfeiting] = useState<RaffleResult>();
  // The last winner comes first.
  const absent = results.filter(({ handedOverAt }) => !handedOverAt).reverse();

  return (
    <div className="remote-tools grid grid-cols-2 gap-2.5">
      {scene.kind === 'idle' && (
        <Button icon={LockKeyhole} onClick={() => setSealing(true)}>
          {t('presenter.sealFirst')}
        </Button>
      )}
      {/* No win can be forfeited while a draw is sealed, because that draw has to be the next record. */}
      {absent.length > 0 && scene.kind !== 'drawing' && scene.kind !== 'sealed' && (
        <Menu
          items={absent.map((result) => ({
            label: [result.winner.name, prizes.find(({ id }) => id === result.prizeId)?.name]
              .filter(Boolean)
              .join(' · '),
            onSelect: () => setForfeiting(result),
          }))}
        >
          <Button icon={UserX}>{t('presenter.notHere')}</Button>
        </Menu>
      )}
      <HandOverButton eventId={eventId} />
      <WinnersButton eventId={eventId} />
      <DarkenButton />
      {sealing && (
        <SealDialog
          prize={scene.kind === 'idle' ? scene.next : undefined}
          onClose={() => setSealing(false)}
        />
      )}
      {forfeiting && (
        <ForfeitDialog
          result={forfeiting}
          prize={prizes.find(({ id }) => id === forfeiting.prizeId)}
          onForfeited={(forfeit) =>
            // The live stream brings the same change, unless it is lost.
            take((before) => ({
              ...{ ...before, forfeit, prizeId: forfeit.prizeId },
              revealed: before.revealed === forfeit.forfeits ? null : before.revealed,
            }))
          }
          onClose={() => setForfeiting(undefined)}
        />
      )}
    </div>
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

/** The first warning, which opens all of them. Only the presenter sees this screen. */
function Readiness() {
  const { eventId } = useStage();
  const [open, setOpen] = useState(false);

  return (
    <Suspense>
      <ReadinessSummary eventId={eventId} onOpen={() => setOpen(true)} />
      {open && (
        <Dialog
          title={t('presenter.beforeYouDraw')}
          description={t('presenter.onlyWarnings')}
          onClose={() => setOpen(false)}
        >
          <DialogBody>
            <ReadyToDraw eventId={eventId} />
          </DialogBody>
        </Dialog>
      )}
    </Suspense>
  );
}
