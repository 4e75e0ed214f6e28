import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/** The attribute with the text of a tooltip; `data-side="right"` puts it beside the element. */
export const TOOLTIP = 'data-tooltip';

const DELAY_MS = 700;
/** The time after a tooltip in which the next one appears without a delay. */
const SKIP_DELAY_MS = 300;
const GAP_PX = 6;
const ID = 'tooltip';

/** One tooltip for all elements with the attribute: under the pointer, or focused by the keyboard. */
export function Tooltips() {
  const [target, setTarget] = useState<HTMLElement>();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isShown = false;
    let hiddenAt = Number.NEGATIVE_INFINITY;
    const elementOf = ({ target: inner }: Event) =>
      inner instanceof Element
        ? (inner.closest<HTMLElement>(`[${TOOLTIP}]`) ?? undefined)
        : undefined;
    const show = (element: HTMLElement) => {
      isShown = element.isConnected;
      if (isShown) setTarget(element);
    };
    const hide = () => {
      clearTimeout(timer);
      if (isShown) hiddenAt = Date.now();
      isShown = false;
      setTarget(undefined);
    };
    const hover = (event: PointerEvent) => {
      hide();
      const element = elementOf(event);
      if (!element || event.pointerType === 'touch') return;
      if (Date.now() - hiddenAt <= SKIP_DELAY_MS) show(element);
      else timer = setTimeout(show, DELAY_MS, element);
    };
    const focus = (event: FocusEvent) => {
      const element = elementOf(event);
      hide();
      if (element?.matches(':focus-visible')) show(element);
    };
    /** A tooltip that was dismissed does not come back at once. */
    const dismiss = () => {
      hide();
      hiddenAt = Number.NEGATIVE_INFINITY;
    };
    const press = ({ key }: KeyboardEvent) => key === 'Escape' && dismiss();
    // Scrolling hides a tooltip but not one that is still due: the pointer reports the element under it afterwards.
    const scroll = () => isShown && hide();
    const ended = new AbortController();
    const options = { capture: true, passive: true, signal: ended.signal };
    document.addEventListener('pointerover', hover, options);
    document.addEventListener('pointerdown', dismiss, options);
    document.addEventListener('focusin', focus, options);
    document.addEventListener('focusout', hide, options);
    document.addEventListener('keydown', press, options);
    document.addEventListener('scroll', scroll, options);
    return () => {
      hide();
      ended.abort();
    };
  }, []);

  return target?.isConnected ? createPortal(<Bubble target={target} />, document.body) : null;
}

function Bubble({ target }: { target: HTMLElement }) {
  const bubble = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = bubble.current;
    if (!element) return;
    const { top, bottom, left, right, width, height } = target.getBoundingClientRect();
    const isRight = target.dataset.side === 'right';
    const above = top - element.offsetHeight - GAP_PX;
    const furthest = innerWidth - element.offsetWidth - GAP_PX;
    const y = isRight ? top + (height - element.offsetHeight) / 2 : above;
    const x = isRight ? right + GAP_PX : left + (width - element.offsetWidth) / 2;
    element.style.top = `${y >= 0 ? y : bottom + GAP_PX}px`;
    element.style.left = `${Math.max(GAP_PX, Math.min(x, furthest))}px`;
    if (target.hasAttribute('aria-describedby')) return;
    target.setAttribute('aria-describedby', ID);
    return () => target.removeAttribute('aria-describedby');
  }, [target]);

  return (
    <div
      ref={bubble}
      id={ID}
      role="tooltip"
      className="pointer-events-none fixed z-60 max-w-64 animate-appear rounded-s bg-ink px-2.5 py-1.5 text-paper text-xs shadow-float"
    >
      {target.getAttribute(TOOLTIP)}
    </div>
  );
}
