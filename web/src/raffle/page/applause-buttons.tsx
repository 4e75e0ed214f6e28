import type { Applause } from '@drawbridge/contract/raffle/raffle';
import { Heart, PartyPopper } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { classNames } from '../../lib/class-names.ts';
import { newId } from '../../lib/device/storage.ts';
import { t } from '../../lib/texts/texts.ts';
import { useStage } from '../stage-context.tsx';

/** The interval at which presses are sent together, so that a whole hall can applaud. */
const SEND_INTERVAL_MS = 2000;
const MOST = 20;
const NONE: Applause = { claps: 0, hearts: 0 };
/** The id of this page until it is closed. */
const device = newId();

/** Applause buttons for phones in the hall; the wall shows each press as a rising symbol. */
export function ApplauseButtons() {
  const { eventId } = useStage();
  const pressed = useRef(NONE);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [last, setLast] = useState<{ kind: keyof Applause; times: number }>();
  useEffect(() => () => clearTimeout(timer.current), []);

  function send() {
    timer.current = undefined;
    const body = { device, ...pressed.current };
    pressed.current = NONE;
    // Lost applause is not retried, because nobody misses it.
    api.post('/api/events/:eventId/applause', { params: { eventId }, body }).catch(() => {});
  }

  function press(kind: keyof Applause) {
    pressed.current = { ...pressed.current, [kind]: Math.min(MOST, pressed.current[kind] + 1) };
    setLast((before) => ({ kind, times: (before?.times ?? 0) + 1 }));
    // The delay is random, so that phones do not send together.
    timer.current ??= setTimeout(send, SEND_INTERVAL_MS * (0.5 + Math.random() / 2));
  }

  return (
    <div className="flex gap-4">
      {(['claps', 'hearts'] as const).map((kind) => {
        const Icon = kind === 'hearts' ? Heart : PartyPopper;
        return (
          <button
            key={kind}
            type="button"
            aria-label={t(kind === 'hearts' ? 'workspace.sendHeart' : 'workspace.applaud')}
            onClick={() => press(kind)}
            className="flex size-16 touch-manipulation items-center justify-center rounded-full border bg-card active:scale-90"
          >
            <Icon
              key={last?.kind === kind ? last.times : 0}
              aria-hidden
              className={classNames(
                'size-7',
                kind === 'hearts' ? 'fill-current text-danger' : 'text-accent-ink',
                last?.kind === kind && 'motion-safe:animate-rise',
              )}
            />
          </button>
        );
      })}
    </div>
  );
}
