import { expect, type Locator, type Page } from '@playwright/test';

/** Expects nothing on the page to be wider than the screen. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overhang).toBe(0);
}

/** Expects nothing in the element to stick out of it. */
export async function expectToHoldItsContent(element: Locator): Promise<void> {
  const overhang = await element.evaluate((node) =>
    Math.max(
      ...[node, ...node.querySelectorAll('*')].map((each) => each.scrollWidth - each.clientWidth),
    ),
  );
  expect(overhang).toBeLessThanOrEqual(0);
}

/**
 * Finds parts of a page that do not fit its width: they leave the screen or their card, or are cut off without an
 * ellipsis. What can be scrolled sideways by itself, such as the list of leads, is left out.
 */
export function findCutParts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // Layouts follow a new width before the next frame but one.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const cut: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) cut.push('the page scrolls sideways');
    const canvas = document.createElement('canvas').getContext('2d');
    /** True also for texts for screen readers only, which take up one pixel. */
    const isHidden = (element: Element): boolean =>
      !element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) ||
      getComputedStyle(element).clipPath === 'inset(50%)' ||
      (element.parentElement !== null && isHidden(element.parentElement));

    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      const own = [...element.childNodes].filter(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      const isControl = element.matches('button, input, a, [role=combobox], textarea');
      if ((own.length === 0 && !isControl) || isHidden(element)) continue;
      const what = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
      const rects = isControl ? [element.getBoundingClientRect()] : [];
      for (const node of own) {
        const range = document.createRange();
        range.selectNodeContents(node);
        rects.push(...range.getClientRects());
      }
      if (element instanceof HTMLInputElement && element.placeholder && !element.value && canvas) {
        const { font, paddingLeft, paddingRight } = getComputedStyle(element);
        canvas.font = font;
        const room =
          element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        if (canvas.measureText(element.placeholder).width > room + 1) {
          cut.push(`the placeholder '${element.placeholder}'`);
        }
      }
      for (const { left, right, width } of rects) {
        if (width < 2) continue;
        for (let outer: HTMLElement | null = element; outer; outer = outer.parentElement) {
          const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(outer);
          if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') break;
          if (/auto|scroll/.test(overflowX)) break;
          const frame = outer.getBoundingClientRect();
          const holds = overflowX !== 'visible' || outer.matches('article, section, [role=dialog]');
          if (holds && (right > frame.right + 1 || left < frame.left - 1)) {
            cut.push(`'${what.slice(0, 60)}'`);
            break;
          }
        }
      }
    }
    return [...new Set(cut)];
  });
}
