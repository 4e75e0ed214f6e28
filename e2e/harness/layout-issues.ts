import type { Page } from '@playwright/test';

/**
 * Finds parts that do not fit the screen: texts, buttons and pictures that leave it, are cut off without an ellipsis,
 * cover each other, or can only be reached by scrolling. Elements that match the selector `whole` may not end with an
 * ellipsis either. `within` is the part of the page that is checked; pages of phones may scroll down.
 */
export function findMisfits(
  page: Page,
  whole = ':not(*)',
  { within = 'main', scrolls = false } = {},
): Promise<string[]> {
  const given = { whole, within, scrolls };
  return page.evaluate(async ({ whole, within, scrolls }) => {
    // Texts are fitted to a new size of the screen before the next frame but one.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    interface Box {
      what: string;
      element: Element;
      left: number;
      top: number;
      right: number;
      bottom: number;
    }
    const misfits: string[] = [];
    const boxes: Box[] = [];
    const root = document.documentElement;
    if ((root.scrollHeight > innerHeight && !scrolls) || root.scrollWidth > innerWidth) {
      misfits.push(`The page scrolls: ${root.scrollWidth} x ${root.scrollHeight}`);
    }
    /** True also for texts for screen readers only, which take up one pixel. */
    const isHidden = (element: Element) =>
      !element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) ||
      getComputedStyle(element).clipPath === 'inset(50%)' ||
      element.closest('[data-confetti]') !== null;

    for (const element of document.querySelectorAll(`${within}, ${within} *`)) {
      if (isHidden(element)) continue;
      const { scrollHeight, clientHeight } = element;
      if (
        /auto|scroll/.test(getComputedStyle(element).overflowY) &&
        scrollHeight > clientHeight + 1
      ) {
        misfits.push(`A list scrolls: ${scrollHeight} in ${clientHeight}`);
      }
      if (element.matches('button, img, input')) {
        add(nameOf(element), element, element.getBoundingClientRect(), 1);
      }
      for (const node of element.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const line of range.getClientRects()) {
          // A line of text is less high than its font's box.
          add(node.textContent.trim(), element, line, line.height * 0.16);
        }
      }
    }
    boxes.sort((one, other) => one.top - other.top);
    for (const [index, one] of boxes.entries()) {
      for (const other of boxes.slice(index + 1)) {
        if (other.top >= one.bottom) break;
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (wide > 1 && high > 1) misfits.push(`'${one.what}' covers '${other.what}'`);
      }
    }
    return misfits;

    function nameOf(element: Element): string {
      return element.getAttribute('aria-label') ?? element.textContent ?? element.tagName;
    }

    function add(what: string, element: Element, rect: DOMRect, trim: number) {
      const { left, top, right, bottom, width, height } = rect;
      if (width < 1 || height < 1) return;
      const box = { what, element, left, top: top + trim, right, bottom: bottom - trim };
      for (let outer: Element | null = element; outer; outer = outer.parentElement) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(outer);
        const frame = outer.getBoundingClientRect();
        const clamped =
          !element.matches(whole) && (textOverflow === 'ellipsis' || webkitLineClamp !== 'none');
        if (overflowX !== 'visible') {
          const cut = box.right > frame.right + 1 || box.left < frame.left - 1;
          if (cut && !clamped) misfits.push(`'${what}' is cut off`);
          box.right = Math.min(box.right, frame.right);
          box.left = Math.max(box.left, frame.left);
        }
        if (clamped && box.top > frame.bottom - 2) return;
        if (overflowY !== 'visible') {
          if (box.bottom > frame.bottom + 1 && !clamped) misfits.push(`'${what}' is cut off below`);
          box.bottom = Math.min(box.bottom, frame.bottom);
        }
      }
      const beyond = !scrolls && (box.top < 0 || box.bottom > innerHeight);
      if (box.left < 0 || box.right > innerWidth || beyond) {
        misfits.push(`'${what}' leaves the screen`);
      }
      boxes.push(box);
    }
  }, given);
}
