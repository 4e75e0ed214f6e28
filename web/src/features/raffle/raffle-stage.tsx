import { leadFormPath } from '@drawbridge/contract/pages';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { useQuery } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { organises, useSession } from '../../lib/session.ts';
import { t, useTexts } from '../../lib/texts.ts';
import { PHONE, useMediaQuery } from '../../lib/use-media-query.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { useHeldBack, winsOf } from '../tickets/own-tickets.ts';
import type { OwnTicket } from '../tickets/saved-entry-codes.ts';
import { eligibleQuery, type Raffle, raffleQueries, useSealDraw, useSignIn } from './api.ts';
import { neighbourOf, nextPrize, undrawnPrizes } from './board/next-prize.ts';
import { describeObstacle } from './presenter/people-count.ts';
import { SealedDrawTicket, useHallPhrase } from './presenter/sealed-draw-ticket.tsx';
import { Stage } from './stage/stage.tsx';
import { useStageKeys } from './stage/use-stage-keys.ts';
import { canStartDraw } from './stage-phase.ts';
import type { StageControl } from './use-stage.ts';

// Loaded on demand, because only devices that hold a ticket need it.
const OwnTickets = lazyPart(() => import('./own-tickets.tsx'), 'OwnTickets');
// Loaded on demand, because only presenters need them.
const HandOverButton = lazyPart(
  () => import('../handing-over/handover-buttons.tsx'),
  'HandOverButton',
);
const PresenterTools = lazyPart(() => import('./presenter/presenter-tools.tsx'), 'PresenterTools');
const Remote = lazyPart(() => import('./presenter/remote.tsx'), 'Remote');
const ConfirmDialog = lazyDialog(() => import('../../ui/confirm-dialog.tsx'), 'ConfirmDialog');
const ForfeitDialog = lazyDialog(
  () => import('./presenter/presenter-dialogs.tsx'),
  'ForfeitDialog',
);

interface RaffleStageProps extends Raffle {
  /** As in the page's address, because the keys of the queries contain it. */
  eventId: string;
  control: StageControl;
  /** The tickets on this device; none on the presenter's. */
  tickets: OwnTicket[];
}

/** The stage with everything that can be done on it: by the presenter, and by the owner of a ticket. */
export function RaffleStage(props: RaffleStageProps) {
  const { eventId, event, prizes, results, sponsors, control } = props;
  const { phase, connected, stage, draw, show, closeWinner, noteForfeit } = control;
  const { user } = useSession();
  // Until the presenter's texts are here, the page is that of everybody.
  const mayDraw = useTexts('presenter', organises(user, eventId));
  // These reads are optional: the raffle also works without them.
  const { data: draws } = useQuery(raffleQueries.nextDraw(eventId));
  const { data: eligible } = useQuery(eligibleQuery(eventId, mayDraw));
  const undrawn = undrawnPrizes(prizes, results);
  // Until one was chosen, the first prize keeps its place: another one that is added before it comes later.
  const [firstId, setFirstId] = useState<string | null>(null);
  const next = nextPrize(prizes, undrawn, stage.prizeId ?? firstId);
  if (next && !firstId) setFirstId(next.id);
  const tellFirst = useEffectEvent(() => {
    if (mayDraw && next && !stage.prizeId && next !== undrawn[0]) show({ prizeId: next.id });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other pages may take another prize for the next one
  useEffect(() => tellFirst(), [undrawn[0]?.id]);
  const [choice, setChoice] = useState<object>();
  const signIn = useSignIn();
  const [sealing, setSealing] = useState(false);
  const [explaining, setExplaining] = useState(false);
  const [forfeiting, setForfeiting] = useState<RaffleResult>();
  const sealDraw = useSealDraw(eventId);
  const [endedBefore, setEndedBefore] = useState<object>();
  const sealed = draws?.sealed;
  const [phrase, setPhrase] = useHallPhrase(sealed, stage.phrase, (text) => show({ phrase: text }));
  const phone = useMediaQuery(PHONE) && mayDraw;
  const obstacle = mayDraw && eligible ? describeObstacle(eligible) : undefined;
  // A page knows the winner before the animation ends, and must not give it away.
  const tickets = useHeldBack(props.tickets, phase.kind === 'drawing');
  // A draw that starts closes the dialog, because everybody wants to see it.
  if (explaining && phase.kind !== 'idle') setExplaining(false);

  const board = phase.kind === 'idle' ? phase : undefined;
  const allDrawn = prizes.length > 0 && !next;
  const ended = board?.ended;
  // A new value whenever the prize in the centre should get the focus.
  const focus = useMemo(() => (ended || choice ? { ended, choice } : undefined), [ended, choice]);
  // A draw that ended before this one was sealed must not take the focus from the phrase.
  const endedSince = board?.ended === endedBefore ? undefined : board?.ended;
  const prizeOf = (prizeId: string | null) => prizes.find(({ id }) => id === prizeId);

  function pressDraw(prizeId: string | null) {
    if (!organises(user, eventId)) return setExplaining(true);
    // The other pages follow, and the prize stays in the centre if the draw fails. Nobody sees a draw in the dark.
    const other = prizeId !== null && prizeId !== next?.id;
    if (other || stage.blank) show({ blank: false, ...(other && { prizeId }) });
    if (sealing) seal(prizeId);
    else draw({ prizeId });
  }

  function seal(prizeId: string | null) {
    if (sealDraw.isPending) return;
    setEndedBefore(ended);
    sealDraw.mutate(prizeId);
  }

  function choose(step: -1 | 1) {
    setChoice({});
    show({ prizeId: neighbourOf(undrawn, next, step)?.id ?? null });
  }

  const ready = mayDraw && canStartDraw(phase) && !sealed && (next || prizes.length === 0);
  useStageKeys({
    draw: ready ? () => pressDraw(next?.id ?? null) : undefined,
    proceed: mayDraw && phase.kind === 'winner' ? closeWinner : undefined,
    choose: ready && undrawn.length > 1 ? choose : undefined,
    blank: mayDraw ? () => show({ blank: !stage.blank }) : undefined,
  });

  const darken = (
    <Button
      variant={stage.blank ? 'primary' : 'secondary'}
      onClick={() => show({ blank: !stage.blank })}
    >
      {t(stage.blank ? 'presenter.showAgain' : 'presenter.darken')}
    </Button>
  );
  const sealedTicket = sealed && (
    <SealedDrawTicket
      key={sealed.number}
      eventId={eventId}
      sealed={sealed}
      prize={prizeOf(sealed.prizeId)}
      phrase={phrase}
      onPhraseChange={setPhrase}
      sealedHere={sealDraw.data?.commitment === sealed.commitment ? sealDraw.data : undefined}
      ended={endedSince?.prizeId === sealed.prizeId ? endedSince : undefined}
      pending={board?.asking !== undefined}
      onDraw={mayDraw ? (called) => draw({ prizeId: sealed.prizeId, phrase: called }) : undefined}
    />
  );

  return (
    <>
      <Stage
        event={event}
        prizes={prizes}
        results={results}
        sponsors={sponsors}
        draws={draws}
        eligible={eligible}
        phase={phase}
        nextPrize={{ next, undrawn, focus }}
        connected={connected}
        mayDraw={mayDraw}
        obstacle={obstacle}
        remote={
          phone &&
          board && (
            <Suspense>
              <Remote
                eventId={eventId}
                phase={board}
                prizes={prizes}
                results={results}
                nextPrize={{ next, undrawn, focus }}
                people={control.eligible?.people}
                obstacle={connected ? obstacle : t('presenter.noConnection')}
                sealed={sealed ?? undefined}
                sealing={sealDraw.isPending}
                onDraw={pressDraw}
                onSeal={seal}
                onChoose={(prizeId) => show({ prizeId })}
                onForfeit={sealed ? undefined : setForfeiting}
                sealedTicket={sealedTicket}
              >
                {darken}
              </Remote>
            </Suspense>
          )
        }
        tools={
          mayDraw &&
          !phone && (
            <Suspense>
              <PresenterTools
                event={event}
                eligible={eligible}
                sealing={sealing}
                onSealingChange={setSealing}
              >
                {stage.blank && darken}
              </PresenterTools>
            </Suspense>
          )
        }
        ticket={
          tickets.length > 0 ? (
            <Suspense>
              <OwnTickets
                eventId={eventId}
                tickets={tickets}
                phase={phase}
                next={{ prizeName: next?.name, allDrawn }}
              />
            </Suspense>
          ) : (
            board && !mayDraw && !allDrawn && event.status !== 'ended' && <Invitation {...event} />
          )
        }
        handingOver={
          mayDraw && (
            <Suspense>
              <HandOverButton eventId={eventId} size="large" />
            </Suspense>
          )
        }
        won={
          phase.kind === 'winner' &&
          winsOf(tickets).some(({ status }) => status.win.number === phase.result.number)
        }
        sealed={!phone && sealedTicket}
        onDraw={pressDraw}
        onContinue={closeWinner}
        onForfeit={setForfeiting}
      />
      {explaining && (
        <ConfirmDialog
          title={t('workspace.onlyOrganiser')}
          description={t(
            user?.role === 'volunteer' ? 'workspace.volunteersWatch' : 'workspace.signInToDraw',
          )}
          confirmLabel={t(user ? 'workspace.signInAsAdministrator' : 'workspace.signIn')}
          onConfirm={signIn}
          onClose={() => setExplaining(false)}
        />
      )}
      {forfeiting && (
        <ForfeitDialog
          result={forfeiting}
          prize={prizeOf(forfeiting.prizeId)}
          onForfeited={noteForfeit}
          onClose={() => setForfeiting(undefined)}
        />
      )}
    </>
  );
}

/** For those who found this page before the form. */
function Invitation({ id }: { id: string }) {
  return (
    <p className="mt-6 flex flex-wrap items-center gap-x-3 rounded-m border bg-card px-4 py-1 text-sm md:py-3">
      <Ticket aria-hidden className="size-5 shrink-0 text-accent" />
      <span className="min-w-40 flex-1">{t('workspace.notInDraw')}</span>
      {/* Not a link of the router: this page came without the questions of the form. */}
      <a
        href={leadFormPath(id)}
        className="inline-flex min-h-11 items-center font-semibold text-accent-ink underline md:min-h-0"
      >
        {t('workspace.enterRaffle')}
      </a>
    </p>
  );
}
