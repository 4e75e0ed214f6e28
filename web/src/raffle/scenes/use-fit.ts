import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useHydrated } from '../../lib/api/initial-data.ts';
import { useLanguage } from '../../lib/texts/texts.ts';

/**
 * Gives a box the first of the font sizes (`--fit`, in em) at which everything in it fits. If none of the easily
 * legible sizes is small enough, the box gets the attribute `data-full`, by which the style sheet shortens the least
 * important parts, and is fitted again. If it still does not fit, the attribute's value is `cut`: only then words are
 * broken. A box that grows with its content, as on phones, keeps the first size.
 */
export function useFit<Box extends HTMLElement>(
  sizes: readonly number[],
  /** A text that changes whenever the box has to be measured again. */
  content: string,
  /** The size in em below which the least important parts are shortened. */
  legible: number,
  /** Called if not even the smallest size fits. */
  onFull?: () => void,
): RefObject<Box | null> {
  const ref = useRef<Box>(null);
  const language = useLanguage();
  // Japanese is split into words after hydration.
  const hydrated = useHydrated();
  const reportFull = useEffectEvent(() => onFull?.());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content is measured in the document.
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const fit = () => {
      const fits = (size: number) => {
        box.style.setProperty('--fit', `${size}em`);
        return ![box, ...box.children, ...box.querySelectorAll('li')].some(isCut);
      };
      box.removeAttribute('data-full');
      const preferred = sizes.filter((size) => size >= legible);
      if (fits(findFirst(preferred, fits))) return;
      box.setAttribute('data-full', '');
      if (fits(findFirst(sizes, fits))) return;
      box.setAttribute('data-full', 'cut');
      reportFull();
    };
    const observer = new ResizeObserver(fit);
    observer.observe(box);
    // Pictures and fonts change sizes when they arrive.
    box.addEventListener('load', fit, true);
    document.fonts.addEventListener('loadingdone', fit);
    fit();
    return () => {
      observer.disconnect();
      box.removeEventListener('load', fit, true);
      document.fonts.removeEventListener('loadingdone', fit);
    };
  }, [sizes, content, legible, language, hydrated]);
  return ref;
}

/** The first size that fits, or the last one. Each measurement costs a layout, so it halves the list. */
function findFirst(sizes: readonly number[], fits: (size: number) => boolean): number {
  let [from, to] = [0, sizes.length - 1];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (fits(sizes[middle] ?? 0)) to = middle;
    else from = middle + 1;
  }
  return sizes[to] ?? 0;
}

/**
 * True if an element is too high, or too narrow for a word. Sizes are rounded: a difference of one pixel is ignored. An
 * element with a maximum number of lines is cut on purpose. A text without hidden overflow is never too high for
 * itself: the letters of some scripts only reach beyond their line.
 */
function isCut(element: Element): boolean {
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
  const [high, wide] = [scrollHeight > clientHeight + 1, scrollWidth > clientWidth + 1];
  if (!high && !wide) return false;
  const { webkitLineClamp, overflowY } = getComputedStyle(element);
  return webkitLineClamp === 'none' && (wide || overflowY !== 'visible');
}
