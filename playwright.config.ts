import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import { findFirefox, launchOptions } from './scripts/lib/browsers.mjs';
import { keepTemporaryFilesInMemory } from './scripts/lib/memory-directory.mjs';

keepTemporaryFilesInMemory();

const chromium = launchOptions();
const firefox = findFirefox();
const thorough = Boolean(process.env.THOROUGH);
const inFirefox = thorough || process.argv.includes('--project=firefox');
// Only the first process says so; the workers read this file too.
if (inFirefox && !firefox && !process.env.TEST_WORKER_INDEX) {
  console.log('No Firefox found: its journeys are left out');
}

/**
 * Parts of a desktop browser that nobody sees here. The pop-up of its address bar is a page of its own
 * in every window and took a quarter of the run. The list replaces Playwright's, so that is in it too.
 */
const unneeded = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  // A process for the next page, kept ready all the time: a seventh of the browser's work.
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
];

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './scripts/lib/browsers.mjs',
  outputDir: 'node_modules/.cache/e2e',
  fullyParallel: true,
  // One more than there are cores: a journey waits for a third of its time, for frames or the seconds of a draw.
  workers: Math.min(4, availableParallelism() + 1),
  // Only a stuck test takes so long: your machine may be several times slower than ours.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  // Variations of what other journeys show already.
  ...(!inFirefox && { grepInvert: /@thorough/ }),
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    // Screens are checked where they come to rest; what moves has its own tests.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'firefox',
      // A few journeys that show everything a browser may do differently: forms, focus, keys, the live stream,
      // workers, storage.
      grep: firefox && inFirefox ? /@firefox/ : /(?!)/,
      // One window for all of them, because Firefox is slow to start; first, so that the others work meanwhile.
      workers: 1,
      fullyParallel: false,
      use: {
        browserName: 'firefox',
        // The system's Firefox through WebDriver BiDi, not the one that Playwright patches.
        channel: 'moz-firefox',
        launchOptions: {
          ...(firefox && { executablePath: firefox }),
          firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
        },
      },
    },
    {
      name: 'chromium',
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 1280, height: 800 },
        launchOptions: {
          ...chromium,
          args: [
            ...chromium.args,
            `--disable-features=${unneeded.join()}`,
            // A name that is not localhost has no secure context, as in a venue's plain network.
            '--host-resolver-rules=MAP venue.test 127.0.0.1',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
            // A page lives for seconds: optimising its scripts and drawing through an emulated graphics card
            // took a sixth of the time.
            '--js-flags=--no-opt',
            '--disable-gpu',
          ],
        },
      },
    },
  ],
});
