import { X } from 'lucide-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { listen } from '../../lib/queries/listen.ts';
import { t } from '../../lib/texts/texts.ts';
import { dismissToast, type ShownToast, useShownToast } from '../../lib/toast.ts';

const SWIPE_PX = 50;
/** A finger that moves less than this presses a button. */
const TAP_PX = 5;

/**
 * Shows the toasts of `showToast` one at a time; F8 focuses. It does not use Radix's toasts, because every visitor
 * would load them with the page and few ever see one.
 */
export function Toaster() {
  const toast = useShownToast();
  const area = useRef<HTMLElement>(null);

  useEffect(
    () => listen(window, { keydown: ({ key }) => key === 'F8' && area.current?.focus() }),
    [],
  );

  return (
    <section
      ref={area}
      tabIndex={-1}
      aria-label={t('workspace.notifications')}
      // It also keeps an open dialog from hiding the toasts from screen readers.
      aria-live="polite"
      {...{ [TOAST_AREA]: '' }}
      // The toasts are in the lower corner, unless a bar with buttons is there; on phones at the top, see also
      // `app.css`.
      className="pointer-events-none fixed inset-x-0 top-0 z-70 p-4 outline-none md:inset-x-auto md:end-0 md:w-full md:max-w-[420px] md:top-auto md:bottom-0 md:in-[:root:has([data-bottom-bar])]:top-0 md:in-[:root:has([data-bottom-bar])]:bottom-auto"
    >
      {toast && (
        <ul>
          <Toast key={toast.id} {...toast} />
        </ul>
      )}
    </section>
  );
}

/** A toast. It closes after its duration (5 seconds, or 10 with a button), on Escape, or when swiped off the screen. */
function Toast({ id, title, description, destructive, action, durationMs: lastsMs }: ShownToast) {
  // The timer stops while the window has no focus or the pointer is on the toast.
  const [isPaused, setPaused] = useState(false);
  const remainingMs = useRef(lastsMs ?? (action ? 10_000 : 5000));
  const startX = useRef<number>(undefined);
  const [swipedPx, setSwipedPx] = useState(0);

  useEffect(
    () =>
      listen(window, {
        blur: () => setPaused(true),
        focus: () => setPaused(false),
        // An open dialog or menu handles the key first.
        keydown: ({ key, defaultPrevented }) =>
          key === 'Escape' && !defaultPrevented && dismissToast(id),
      }),
    [id],
  );

  useEffect(() => {
    if (isPaused) return;
    const startedAt = Date.now();
    const timer = setTimeout(() => dismissToast(id), remainingMs.current);
    return () => {
      clearTimeout(timer);
      remainingMs.current -= Date.now() - startedAt;
    };
  }, [id, isPaused]);

  function swipe({ clientX, currentTarget, pointerId }: PointerEvent) {
    if (startX.current === undefined) return;
    const distance = Math.max(0, outwards() * (clientX - startX.current));
    if (distance > TAP_PX) currentTarget.setPointerCapture(pointerId);
    setSwipedPx(distance > TAP_PX ? distance : 0);
  }

  function endSwipe() {
    startX.current = undefined;
    if (swipedPx >= SWIPE_PX) dismissToast(id);
    else setSwipedPx(0);
  }

  return (
    <li
      // biome-ignore lint/a11y/noNoninteractiveTabindex: F8 leads here, and the text is read out.
      tabIndex={0}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      onPointerDown={({ clientX }) => {
        startX.current = clientX;
      }}
      onPointerMove={swipe}
      onPointerUp={endSwipe}
      onPointerCancel={endSwipe}
      style={{ translate: `${outwards() * swipedPx}px` }}
      className={classNames(
        'pointer-events-auto flex w-full animate-rise touch-pan-y select-none items-start gap-3 rounded-m border p-4 pe-2 shadow-float',
        destructive ? 'border-danger bg-danger-soft text-danger' : 'bg-card text-ink',
      )}
    >
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        {description && (
          <p className={classNames('break-words text-sm', destructive ? 'text-ink' : 'text-ink-2')}>
            {description}
          </p>
        )}
      </div>
      {action && (
        <button
          type="button"
          onClick={() => {
            dismissToast(id);
            action.onSelect();
          }}
          className="h-9 shrink-0 self-center rounded-s border border-current px-3 font-semibold text-sm"
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={t('workspace.dismiss')}
        onClick={() => dismissToast(id)}
        className="-my-2 flex size-11 shrink-0 items-center justify-center rounded-m md:size-9"
      >
        <X aria-hidden className="size-4" />
      </button>
    </li>
  );
}

/** The direction in which toasts leave the screen: to the right, or to the left in right-to-left languages. */
const outwards = () => (document.documentElement.dir === 'rtl' ? -1 : 1);

/** Marks the corner of the screen where toasts appear. */
const TOAST_AREA = 'data-toast-area';

/** True for a press on a toast, which is outside of any dialog; a press on its buttons removes it. */
export function isInToastArea({ target }: Pick<Event, 'target'>): boolean {
  return (
    target instanceof Element && (!target.isConnected || target.closest(`[${TOAST_AREA}]`) !== null)
  );
}
