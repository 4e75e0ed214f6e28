import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { signInOn, withBrowser } from '../../scripts/lib/browsers.mjs';
import { format, judge, median } from '../harness/table.mjs';
import { withLoad } from './entries.mjs';

const ROUNDS = 5;
const CPU_SLOWDOWN = 4;
/** The connection that Lighthouse assumes. */
const SLOW_4G = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
/** How Lighthouse configures throttling in DevTools: 0.9 of the speed, 3.75 times the latency. */
const SLOW_4G_OF_TOOLS = {
  latency: SLOW_4G.latency * 3.75,
  downloadThroughput: SLOW_4G.downloadThroughput * 0.9,
  uploadThroughput: SLOW_4G.uploadThroughput * 0.9,
};

const IMPORTED = 50_000;
const IMPORT_TIMEOUT_MS = 120_000;

// Every letter narrows the list, and the first three change its first rows.
const TYPED = '318524';
const SCROLLS = 120;
const SETTLE_MS = 500;
/** A list that has not changed for this long is final. */
const QUIET_MS = 300;
/** A key after which no row has changed for this long has left the rows on screen as they were. */
const UNCHANGED_MS = 3000;

export const rows = { form: measureForm, import: measureImport, leads: measureLeads };

/** The function that it returns reads the longest task since, or 0 if none took over 50 ms. */
export async function watchLongTasks(page) {
  await page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(duration);
    }).observe({ type: 'longtask' });
  });
  return () => page.evaluate(() => Math.max(0, ...window.longTasks));
}

/** How soon a phone without a cache shows the form, and how much it loads for that. */
async function measureForm(databases) {
  const database = await databases.empty();
  return databases.withServer(database, ({ url }) =>
    withBrowser(async (browser) => {
      const form = `${url}/event/${database.eventIds[0]}/submit`;
      const visits = { english: [], arabic: [], tools: [] };
      for (let round = 0; round < ROUNDS; round++) {
        visits.english.push(await visit(browser, form, SLOW_4G));
        visits.arabic.push(await visit(browser, `${form}?lang=ar`, SLOW_4G));
        visits.tools.push(await visit(browser, form, SLOW_4G_OF_TOOLS));
      }
      const of = (kind, figure) => median(visits[kind].map((one) => one[figure]));
      return [
        judge({
          what: 'the public form, never visited before',
          value: of('english', 'usable'),
          unit: ' ms',
          against: `until it is usable, Slow 4G (150 ms) and ${CPU_SLOWDOWN} × slower CPU`,
          atMost: 1000,
        }),
        judge({
          what: 'the same in Arabic',
          value: of('arabic', 'usable') / of('english', 'usable'),
          unit: ' ×',
          against: 'the time in English, side by side',
          atMost: 1.15,
        }),
        judge({
          what: 'the same, with Chromium’s own ‘Slow 4G’',
          value: of('tools', 'usable'),
          unit: ' ms',
          against: `562 ms for every request, ${CPU_SLOWDOWN} × slower CPU`,
          atMost: 2000,
        }),
        judge({
          what: 'all that it loads until then',
          value: of('english', 'bytes') / 1000,
          unit: ' KB',
          against: 'compressed, over the wire; its scripts come afterwards',
          atMost: 110,
        }),
      ];
    }),
  );
}

async function visit(browser, form, network) {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ viewport, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  // Reported through the console, because polling the page would make it compile scripts while it loads.
  const usable = page.waitForEvent('console', (message) => message.text().startsWith('usable '));
  await page.addInitScript(() => {
    const look = () => {
      const ready = document.querySelector('h1') && document.querySelector('form input:enabled');
      if (!ready) return requestAnimationFrame(look);
      // An animation frame callback runs before the frame is painted, and this timer after it.
      setTimeout(() => console.log(`usable ${performance.now()}`));
    };
    look();
  });
  await page.goto(form, { waitUntil: 'commit' });
  const usableAt = Number((await usable).text().slice('usable '.length));
  await context.close();
  return { usable: usableAt, bytes };
}

/** 50,000 rows of a CSV file through the browser, while people go on entering the same event. */
async function measureImport(databases) {
  const database = await databases.empty();
  const [eventId] = database.eventIds;
  const whileEntering = async (browser, server, enter) => {
    const run = () => enter({ url: server.url, eventId, seconds: 3, connections: 4 });
    const page = await openImport(browser, server);
    await run();
    const [alone, beside] = [await run(), []];
    let importing = true;
    const entering = (async () => {
      while (importing) beside.push(await run());
    })();
    const imported = await importFile(page);
    importing = false;
    await entering;
    return { alone, beside, ...imported };
  };
  const { alone, beside, seconds, longestTask } = await withLoad((enter) =>
    databases.withServer(database, (server) =>
      withBrowser((browser) => whileEntering(browser, server, enter)),
    ),
  );
  const rate = beside.reduce((sum, run) => sum + run.perSecond, 0) / beside.length;
  return [
    judge({
      what: 'an import of 50,000 rows',
      value: seconds,
      unit: ' s',
      against: `choosing the file to the result, ${format(rate)} entries/s beside it (${format(alone.perSecond)} alone)`,
      atMost: 60,
    }),
    judge({
      what: 'entries during the import',
      value: Math.max(...beside.map((run) => run.p99)),
      unit: ' ms',
      against: `the worst 99th percentile, ${format(alone.p99)} ms alone`,
      atMost: 500,
    }),
    judge({
      what: 'the page while the rows are checked and sent',
      value: longestTask,
      unit: ' ms',
      against: 'the longest task, if any is over 50 ms',
      atMost: 100,
    }),
  ];
}

async function openImport(browser, { url, session }) {
  const page = await browser.newPage();
  await signInOn(page, url, session);
  await page.goto(`${url}/admin/leads`);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Event' }).click();
  await page.getByRole('option').first().click();
  return page;
}

async function importFile(page) {
  const lines = Array.from(
    { length: IMPORTED },
    (_, n) => `Visitor ${n},0750${String(n).padStart(7, '0')},imported${n}@example.com`,
  );
  const directory = mkdtempSync(join(tmpdir(), 'drawbridge-bench-import-'));
  const file = join(directory, 'people.csv');
  writeFileSync(file, ['Name,Phone,Email', ...lines].join('\n'));
  const readLongestTask = await watchLongTasks(page);
  const began = performance.now();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('File', { exact: true }).setInputFiles(file);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: 'Check rows' }).click();
  const start = dialog.getByRole('button', { name: 'Import 50,000 leads' });
  await start.waitFor({ timeout: IMPORT_TIMEOUT_MS });
  // Afterwards the screen behind the dialog reads its list again.
  const longestTask = await readLongestTask();
  await start.click();
  await dialog.getByText('50,000 leads imported').waitFor({ timeout: IMPORT_TIMEOUT_MS });
  const seconds = (performance.now() - began) / 1000;
  rmSync(directory, { recursive: true });
  return { seconds, longestTask };
}

/** The leads screen with 1,000,000 leads: its first rows, typing into the search box, and scrolling. */
async function measureLeads(databases) {
  const database = await databases.million();
  return databases.withServer(database, ({ url, session }) =>
    withBrowser(async (browser) => {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await signInOn(page, url, session);
      const first = await openLeads(page, `${url}/admin/leads`);
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
        }),
        judge({
          what: 'scrolling through them',
          value: scrolling,
          unit: ' ms',
          against: 'the longest task, if any is over 50 ms',
          atMost: 50,
        }),
      ];
    }),
  );
}

/** When the first rows are there, and how many bytes the API has sent for them, at the second visit. */
async function openLeads(page, url) {
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('[role=rowgroup] [aria-rowindex]')) return;
      observer.disconnect();
      requestAnimationFrame(() => (window.firstRowsAt = performance.now()));
    }).observe(document, { childList: true, subtree: true });
  });
  for (let visit = 0; visit < 2; visit++) {
    await page.goto(url);
    await page.waitForFunction(() => window.firstRowsAt);
    await page.waitForLoadState('load');
  }
  return page.evaluate(() => ({
    ms: window.firstRowsAt,
    bytes: performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.startsWith('/api/'))
      .reduce((sum, { transferSize }) => sum + transferSize, 0),
  }));
}

/** The longest task while scrolling with the wheel. */
async function scroll(page) {
  await page.mouse.move(700, 600);
  const readLongestTask = await watchLongTasks(page);
  for (let step = 0; step < SCROLLS; step++) {
    await page.mouse.wheel(0, step % 10 === 9 ? 20_000 : 400);
    await delay(16);
  }
  const longest = await readLongestTask();
  // Scrolls back and waits, so that a late wheel event does not affect the next measurement.
  do {
    await page.evaluate(() => scrollTo(0, 0));
    await delay(SETTLE_MS);
  } while ((await page.evaluate(() => scrollY)) > 0);
  return longest;
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
