import { PRODUCT_NAME } from '@drawbridge/contract/core/pages';
import type { EligiblePeople } from '@drawbridge/contract/raffle/drawing';
import type { Prize } from '@drawbridge/contract/raffle/prizes';
import { REVEAL_AFTER_MS, undrawnPrizes } from '@drawbridge/contract/raffle/scene';
import type { LiveScreen } from '@drawbridge/contract/raffle/stage';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, type RefObject, use, useRef, useState } from 'react';
import { sentenceOf } from '../lib/api/api-client.ts';
import { organises, useSession } from '../lib/api/session.ts';
import { classNames } from '../lib/class-names.ts';
import { newId } from '../lib/device/storage.ts';
import type { LiveHandler } from '../lib/queries/live.ts';
import { EventLanguage } from '../lib/texts/event-text.tsx';
import { t, useTexts } from '../lib/texts/texts.ts';
import { showToast } from '../lib/toast.ts';
import { Button } from '../ui/button.tsx';
import { lazyDialog } from '../ui/dialogs/lazy-dialog.tsx';
import { BrandColour } from '../ui/frame/brand.tsx';
import { TicketNotice } from '../ui/frame/ticket.tsx';
import { Mark } from '../ui/frame/wordmark.tsx';
import {
  type DrawOrder,
  eligibleQuery,
  type Raffle,
  raffleQueries,
  useDrawWinner,
  useGoToLogin,
  useRaffle,
  useUnknownEvent,
} from './api.ts';
import { type LiveStage, useLiveStage } from './use-live-stage.ts';

// Loaded on demand, because few visitors need it.
const ConfirmDialog = lazyDialog(() => import('../ui/dialogs/confirm-dialog.tsx'), 'ConfirmDialog');

/** The state and actions of the stage, for its parts. */
interface Stage extends Raffle, LiveStage {
  /** The id as in the page's address, because the keys of the queries contain it. */
  eventId: string;
  undrawn: Prize[];
  /** True if the user may draw here, and the texts for that are loaded. */
  mayDraw: boolean;
  people: EligiblePeople | undefined;
  /** The draw that this page has requested, until the server accepts it. */
  asking: DrawOrder | undefined;
  /** Other names under the winner's phone number, known only to the page that made the draw. */
  otherNames: string[];
  /** A new value whenever the first element of the board should get the focus. */
  focus: object | undefined;
  refocus: () => void;
  /** Asks before a draw, if the page has a reason to: gets the draw, and returns true if it will hold it itself. */
  guard: RefObject<((go: () => void) => boolean) | undefined>;
  /** Draws, or explains who can draw. */
  draw: (prizeId: string | null, phrase?: string) => void;
  /** Leaves the winner: on every page if the presenter does it, otherwise on this one. */
  closeWinner: () => void;
}

export const StageContext = createContext<Stage | undefined>(undefined);

export function useStage(): Stage {
  const stage = use(StageContext);
  if (!stage) throw new Error('There is no stage around this');
  return stage;
}

interface StageProviderProps {
  eventId: string;
  /** True if a user who may draw can do it here. */
  presents?: boolean;
  children: ReactNode;
}

interface StageOfProps extends StageProviderProps {
  /** Repeats a failed read automatically, on screens without a 'Try again' button. */
  heals?: boolean;
  /** True if it is part of another page, which omits it instead of showing a notice. */
  part?: boolean;
  screen?: LiveScreen;
  onLive?: LiveHandler;
}

/** The stage of a raffle, unless the page came with the response that there is no such event. */
export function StageOf(props: StageOfProps) {
  const unknown = useUnknownEvent(props.eventId);
  return unknown ? <GoneNotice wall={props.screen === 'wall'} /> : <FollowedStage {...props} />;
}

const GoneNotice = ({ wall }: Pick<StageNoticeProps, 'wall'>) => (
  <StageNotice
    wall={wall}
    title={t('visitor.eventNotFound')}
    text={t('workspace.eventNotFoundHelp')}
  />
);

/** Reads a raffle, follows it from the beginning and shows its stage, or the reason why there is none. */
function FollowedStage({ heals = false, part, screen, onLive, ...props }: StageOfProps) {
  const { eventId } = props;
  const wall = screen === 'wall';
  const { raffle, gone, failure, retry } = useRaffle(eventId, { heals });
  const live = useLiveStage(eventId, raffle, onLive, screen);
  if (part && !raffle) return null;
  if (gone) return <GoneNotice wall={wall} />;
  if (raffle) return <StageProvider {...props} part={part} raffle={raffle} live={live} />;
  if (!failure || heals) return <StageLoading wall={wall} />;
  return (
    <StageNotice title={t('workspace.raffleNotLoaded')} text={sentenceOf(failure.error)}>
      <Button onClick={retry}>{t('visitor.tryAgain')}</Button>
    </StageNotice>
  );
}

interface StageNoticeProps {
  title: string;
  text: string;
  /** Makes the text as large as everything else on the wall. */
  wall?: boolean | undefined;
  children?: ReactNode;
}

export function StageNotice({ wall, ...notice }: StageNoticeProps) {
  return (
    <main className={classNames('stage text-lg', wall && 'wall')}>
      <title>{`${notice.title} · ${PRODUCT_NAME}`}</title>
      <TicketNotice {...notice} />
    </main>
  );
}

function StageLoading({ wall }: Pick<StageNoticeProps, 'wall'>) {
  return (
    <main
      className={classNames(
        'stage flex min-h-dvh flex-col items-center justify-center gap-5',
        wall && 'wall',
      )}
    >
      <title>{`${t('workspace.raffle')} · ${PRODUCT_NAME}`}</title>
      <Mark className="size-12 animate-pulse text-accent" />
      <div role="status">
        <h1 className="font-medium font-text text-ink-2 text-lg">{t('workspace.loadingRaffle')}</h1>
      </div>
    </main>
  );
}

interface ProvidedProps extends StageProviderProps, Pick<StageOfProps, 'part'> {
  raffle: Raffle;
  live: LiveStage;
}

function StageProvider({ eventId, raffle, live, presents, part, children }: ProvidedProps) {
  const { scene, keep, take, dismiss, show } = live;
  const guard = useRef<(go: () => void) => boolean>(undefined);
  const { user } = useSession();
  const signIn = useGoToLogin();
  // Until the presenter's texts are loaded, the page is the public one.
  const mayDraw = useTexts('presenter', Boolean(presents) && organises(user, eventId));
  const { data: people } = useQuery(eligibleQuery(eventId, mayDraw));
  // The live stream updates this query, and the scene reads it from the cache.
  useQuery(raffleQueries.nextDraw(eventId));
  const drawWinner = useDrawWinner(eventId);
  const [asking, setAsking] = useState<DrawOrder>();
  /** The draw of this page that failed last; its response may have been lost. */
  const failed = useRef<DrawOrder>(undefined);
  const [others, setOthers] = useState<{ number: number; names: string[] }>();
  const [explaining, setExplaining] = useState(false);
  const undrawn = undrawnPrizes(raffle.prizes, live.results);

  const onBoard = scene.kind !== 'drawing' && scene.kind !== 'winner';
  const [wasOnBoard, setWasOnBoard] = useState(onBoard);
  const [focus, setFocus] = useState<object>();
  if (onBoard !== wasOnBoard) {
    setWasOnBoard(onBoard);
    setFocus(onBoard ? {} : undefined);
    // A draw that starts closes the dialog, so that it can be watched.
    setExplaining(false);
  }
  const refocus = () => setFocus({});

  function draw(prizeId: string | null, phrase = '') {
    if (!organises(user, eventId)) return setExplaining(true);
    if (asking || !onBoard) return;
    const go = () => begin(prizeId, phrase);
    if (scene.kind === 'sealed' || !guard.current?.(go)) go();
  }

  function begin(prizeId: string | null, phrase: string) {
    if (!navigator.onLine) {
      showToast({
        title: t('presenter.noConnection'),
        description: t('presenter.nothingDrawn'),
        destructive: true,
      });
      return;
    }
    const request = { prizeId, phrase, onlyHere: live.stage.onlyHere && Boolean(people?.here) };
    const { id: lastId, ...last } = failed.current ?? {};
    // The same draw keeps its id after a failure, because its response may have been lost.
    const again = JSON.stringify(last) === JSON.stringify(request);
    const order = { id: again && lastId ? lastId : newId(), ...request };
    setAsking(order);
    let since: number | undefined;
    drawWinner.mutate(
      {
        order,
        onBegun: (begun) => {
          since = begun.drawing?.since;
          live.begin(begun);
          setAsking(undefined);
        },
      },
      {
        onSuccess: ({ otherNames, winners, ...result }) => {
          failed.current = undefined;
          keep(winners);
          setOthers({ number: result.number, names: otherNames });
          // The live stream brings the same change, unless it is lost.
          take((before) => {
            const { drawing } = before;
            if (drawing?.revealsAt !== null) return before;
            const drawnAt = Date.parse(result.conductedAt);
            const revealsAt = Math.max(drawnAt, drawing.since + drawing.lasts) + REVEAL_AFTER_MS;
            return { ...before, revealed: result.number, drawing: { ...drawing, revealsAt } };
          });
        },
        onError: () => {
          failed.current = order;
          setAsking(undefined);
          if (since) dismiss({ drawing: since });
          refocus();
        },
      },
    );
  }

  function closeWinner() {
    if (scene.kind !== 'winner') return;
    const { number } = scene.result;
    if (mayDraw) show({ continued: number });
    else dismiss({ winner: number });
  }

  const winner = scene.kind === 'winner' ? scene.result.number : undefined;
  const value: Stage = {
    ...raffle,
    ...live,
    ...{ eventId, undrawn, mayDraw, people, asking, refocus, guard, draw, closeWinner },
    // Guests choose themselves where they are on the page.
    focus: mayDraw ? focus : undefined,
    otherNames: others && others.number === winner ? others.names : [],
  };

  return (
    <EventLanguage value={raffle.event.language}>
      {!part && <BrandColour styles={raffle.event.accentStyles} />}
      <StageContext value={value}>{children}</StageContext>
      {explaining && (
        <ConfirmDialog
          title={t('workspace.onlyOrganiser')}
          description={t(
            user?.role === 'volunteer' ? 'workspace.volunteersWatch' : 'workspace.logInToDraw',
          )}
          confirmLabel={t('workspace.logIn')}
          onConfirm={signIn}
          onClose={() => setExplaining(false)}
        />
      )}
    </EventLanguage>
  );
}
