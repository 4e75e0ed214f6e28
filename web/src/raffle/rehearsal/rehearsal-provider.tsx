import { QUICKNET, roundAt, roundTime } from '@drawbridge/contract/fair-draw/sealed/beacon';
import type { Rehearsal } from '@drawbridge/contract/raffle/raffle';
import { roundOf } from '@drawbridge/contract/raffle/scene';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { api } from '../../lib/api/api-client.ts';
import { listen } from '../../lib/queries/listen.ts';
import { StageContext, useStage } from '../stage-context.tsx';

/** The screens hear of a rehearsal again and again; they leave one that has fallen silent. */
const REPEAT_MS = 3000;
/** The time until the beacon of a rehearsed draw. */
const BEACON_MS = 15_000;

interface RehearsalControl {
  /** True while this remote or another one rehearses. */
  running: boolean;
  /** True if this remote decides what comes next. */
  own: boolean;
  start: () => void;
  end: () => void;
  /** Seals the rehearsed draw of the next prize. */
  seal: () => void;
}

const RehearsalContext = createContext<RehearsalControl>({
  ...{ running: false, own: false },
  ...{ start: () => {}, end: () => {}, seal: () => {} },
});

export const useRehearsal = () => useContext(RehearsalContext);

/** Lets a remote rehearse: its actions then change only what walls and remotes show. */
export function RehearsalProvider({ children }: { children: ReactNode }) {
  const stage = useStage();
  const { eventId, scene, rehearsal, rehearse, now } = stage;
  const [own, setOwn] = useState<Rehearsal>();

  const post = (shown: Rehearsal | null) =>
    api
      .post('/api/events/:eventId/rehearsal', {
        ...{ params: { eventId }, body: { rehearsal: shown } },
        keepalive: true,
      })
      .catch(() => {});
  function change(next: Rehearsal | undefined) {
    setOwn(next);
    rehearse(next ?? null);
    post(next ?? null);
  }
  const step = (more: Partial<Rehearsal>) => own && change({ ...own, ...more });
  const start = () =>
    change({
      run: Math.floor(Math.random() * 1_000_000),
      ...{ drawn: 0, began: null, phrase: null, round: null },
    });
  const draw = () =>
    own?.began === null &&
    step({ drawn: own.drawn + 1, began: Math.round(now()), phrase: null, round: null });

  const repeat = useEffectEvent(() => own && post(own));
  const leave = useEffectEvent(() => own && post(null));
  const isOwn = own !== undefined;
  useEffect(() => {
    if (!isOwn) return;
    const timer = setInterval(() => repeat(), REPEAT_MS);
    const stop = listen(window, { pagehide: () => leave() });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [isOwn]);

  // A real draw ends the rehearsal everywhere.
  const interrupted = isOwn && rehearsal === undefined;
  const [begun, setBegun] = useState(false);
  if (isOwn && rehearsal && !begun) setBegun(true);
  if (!isOwn && begun) setBegun(false);
  if (interrupted && begun) setOwn(undefined);

  const asked = useEffectEvent(() => {
    if (new URLSearchParams(location.search).has('rehearse')) start();
  });
  useEffect(() => asked(), []);

  // The beacon of a rehearsed draw draws by itself.
  const round = isOwn && scene.kind === 'sealed' ? roundOf(scene.sealed) : undefined;
  const drawByBeacon = useEffectEvent(draw);
  const timeUntil = useEffectEvent((at: number) => Math.max(0, at - now()));
  useEffect(() => {
    if (round === undefined) return;
    const timer = setTimeout(() => drawByBeacon(), timeUntil(roundTime(QUICKNET, round)));
    return () => clearTimeout(timer);
  }, [round]);

  const control: RehearsalControl = {
    ...{ running: rehearsal !== undefined, own: isOwn, start, end: () => change(undefined) },
    seal: () => {
      const next = scene.kind === 'idle' ? scene.next : undefined;
      step(
        next?.drawSource === 'beacon'
          ? { round: roundAt(QUICKNET, now() + BEACON_MS) }
          : { phrase: '' },
      );
    },
  };
  const shown = rehearsal
    ? {
        ...stage,
        draw,
        closeWinner: () => step({ began: null, phrase: null, round: null }),
        show: ({ phrase }: { phrase?: string | undefined }) =>
          phrase !== undefined && step({ phrase }),
        asking: undefined,
        otherNames: [],
      }
    : stage;
  return (
    <RehearsalContext value={control}>
      <StageContext value={shown as typeof stage}>{children}</StageContext>
    </RehearsalContext>
  );
}
