import { withBrowser } from '../../scripts/lib/browsers.mjs';
import { judge, median } from '../harness/table.mjs';

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

/** How soon a phone without a cache shows the form, and how much it loads for that. */
export async function measure(workshop) {
  const database = await workshop.empty();
  return workshop.withServer({ database }, ({ url }) =>
    withBrowser(async (browser) => {
      const form = `${url}/event/${database.eventIds[0]}/submit`;
      const rounds = [];
      const arabic = [];
      const roundsOfTools = [];
      for (let round = 0; round < ROUNDS; round++) {
        rounds.push(await visit(browser, form, SLOW_4G));
        arabic.push(await visit(browser, `${form}?lang=ar`, SLOW_4G));
        roundsOfTools.push(await visit(browser, form, SLOW_4G_OF_TOOLS));
      }
      return [
        judge({
          what: 'the public form, never visited before',
          value: median(rounds.map(({ usable }) => usable)),
          unit: ' ms',
          against: `until it is usable, Slow 4G (150 ms) and ${CPU_SLOWDOWN} × slower CPU`,
          atMost: 1000,
          details: { rounds },
        }),
        judge({
          what: 'the same in Arabic',
          value:
            median(arabic.map(({ usable }) => usable)) / median(rounds.map(({ usable }) => usable)),
          unit: ' ×',
          against: 'the time in English, side by side',
          atMost: 1.15,
          details: { rounds: arabic },
        }),
        judge({
          what: 'the same, with Chromium’s own ‘Slow 4G’',
          value: median(roundsOfTools.map(({ usable }) => usable)),
          unit: ' ms',
          against: `562 ms for every request, ${CPU_SLOWDOWN} × slower CPU`,
          atMost: 2000,
          details: { rounds: roundsOfTools },
        }),
        judge({
          what: 'its HTML and CSS until then',
          value: median(rounds.map(({ bytes }) => bytes)) / 1000,
          unit: ' KB',
          against: 'compressed, over the wire; its scripts come afterwards',
          atMost: 110,
        }),
      ];
    }),
  );
}

async function visit(browser, form, network) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const code = new Set();
  let bytes = 0;
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    // The style sheet is inlined in the page.
    if (type === 'Script' || type === 'Stylesheet' || type === 'Document') code.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (code.has(requestId)) bytes += encodedDataLength;
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
