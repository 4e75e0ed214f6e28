import { setTimeout as delay } from 'node:timers/promises';
import { logIn } from '../../scripts/lib/api.mjs';
import { signInOn, withBrowser } from '../../scripts/lib/browsers.mjs';
import { ADMIN } from '../harness/processes.mjs';
import { judge } from '../harness/table.mjs';

// Every letter narrows the list, and the first three change its first rows.
const TYPED = '318524';
const SCROLLS = 120;
const SETTLE_MS = 500;
/** A list that has not changed for this long is final. */
const QUIET_MS = 300;
/** A key after which no row has changed for this long has left the rows on screen as they were. */
const UNCHANGED_MS = 3000;

/** The leads screen with 1,000,000 leads: its first rows, typing into the search box, and scrolling. */
export async function measure(workshop) {
  const database = await workshop.million();
  return workshop.withServer({ database }, ({ url }) =>
    withBrowser(async (browser) => {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await signInOn(page, url, await logIn(url, ADMIN));
      const first = await openScreen(page, `${url}/admin/leads`);
      const scrolling = await scroll(page);
      const typing = await type(page);
      return [
        judge({
          what: 'the first rows of 1,000,000 leads on the screen',
          value: first.ms,
          unit: ' ms',
          against: 'from opening the page, with its files in the cache',
          atMost: 500,
        }),
        judge({
          what: 'transferred for the first screen',
          value: first.bytes / 1000,
          unit: ' KB',
          against: 'all answers of the API',
          atMost: 200,
        }),
        judge({
          what: 'searching them',
          value: Math.max(...typing),
          unit: ' ms',
          against: 'slowest key to the new list on screen',
          atMost: 150,
          details: { typing },
        }),
        judge({
          what: 'scrolling through them',
          value: Math.max(0, ...scrolling),
          unit: ' ms',
          against: 'the longest task, if any is over 50 ms',
          atMost: 50,
          details: { tasks: scrolling },
        }),
      ];
    }),
  );
}

/** When the first rows are there, and how many bytes the API has sent for them, at the second visit. */
async function openScreen(page, url) {
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('[role=rowgroup] [aria-rowindex]')) return;
      observer.disconnect();
      requestAnimationFrame(() => (window.firstRowsAt = performance.now()));
    }).observe(document, { childList: true, subtree: true });
  });
  let bytes = 0;
  for (let visit = 0; visit < 2; visit++) {
    await page.goto(url);
    await page.waitForFunction(() => window.firstRowsAt);
    await page.waitForLoadState('load');
    bytes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => new URL(name).pathname.startsWith('/api/'))
        .reduce((sum, { transferSize }) => sum + transferSize, 0),
    );
  }
  return { ms: await page.evaluate(() => window.firstRowsAt), bytes };
}

/** The lengths of tasks over 50 ms while scrolling with the wheel. */
async function scroll(page) {
  await page.mouse.move(700, 600);
  await page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(duration);
    }).observe({ entryTypes: ['longtask'] });
  });
  for (let step = 0; step < SCROLLS; step++) {
    await page.mouse.wheel(0, step % 10 === 9 ? 20_000 : 400);
    await delay(16);
  }
  const tasks = await page.evaluate(() => window.longTasks);
  // Scrolls back and waits, so that a late wheel event does not affect the next measurement.
  do {
    await page.evaluate(() => scrollTo(0, 0));
    await delay(SETTLE_MS);
  } while ((await page.evaluate(() => scrollY)) > 0);
  return tasks;
}

/** For every key: the time from the key press to the frame that shows the last change of the rows. */
async function type(page) {
  const search = page.getByRole('searchbox', { name: 'Search' });
  if (!(await search.isVisible())) await page.getByRole('button', { name: /Filters/ }).click();
  await search.focus();
  await page.evaluate(
    ({ quiet, unchanged }) => {
      let typedAt;
      let settle;
      let timer;
      addEventListener('input', ({ timeStamp }) => (typedAt = timeStamp), true);
      const isOnScreen = (node) => {
        const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
        const { top, bottom } = element?.getBoundingClientRect() ?? { top: 0, bottom: -1 };
        return element?.closest('[role=rowgroup]') && bottom > 0 && top < innerHeight;
      };
      new MutationObserver((changes) =>
        requestAnimationFrame(() =>
          setTimeout(() => {
            const took = performance.now() - typedAt;
            // Rows rendered in advance below the screen do not count, nor does the number above them.
            const changed = changes.flatMap(({ type, target, addedNodes }) =>
              type === 'characterData' ? [target] : [...addedNodes],
            );
            if (!changed.some(isOnScreen)) return;
            clearTimeout(timer);
            timer = setTimeout(() => settle(took), quiet);
          }),
        ),
      ).observe(document.body, { childList: true, characterData: true, subtree: true });
      window.nextChange = () =>
        new Promise((resolve) => {
          settle = resolve;
          timer = setTimeout(() => settle(), unchanged);
        });
    },
    { quiet: QUIET_MS, unchanged: UNCHANGED_MS },
  );
  const times = [];
  for (const key of TYPED) {
    // Set up before the key press, because evaluating it afterwards would add to the measured time.
    const change = page.evaluate(() => window.nextChange());
    await page.keyboard.press(key);
    const took = await change;
    if (took !== undefined) times.push(took);
  }
  return times;
}
