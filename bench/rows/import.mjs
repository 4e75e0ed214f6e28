import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logIn } from '../../scripts/lib/api.mjs';
import { signInOn, withBrowser } from '../../scripts/lib/browsers.mjs';
import { ADMIN, startGenerator } from '../harness/processes.mjs';
import { format, judge } from '../harness/table.mjs';

const ROWS = 50_000;
const CONNECTIONS = 4;
const SECONDS_ALONE = 5;

/** 50,000 rows of a CSV file through the browser, while people go on entering the same event. */
export async function measure(workshop) {
  const database = await workshop.empty();
  const [eventId] = database.eventIds;
  const generator = startGenerator();
  const measured = await workshop.withServer({ database }, ({ url }) =>
    withBrowser(async (browser) => {
      const enter = (seconds) =>
        generator.enterLeads({ url, eventId, seconds, connections: CONNECTIONS });
      await enter(SECONDS_ALONE);
      const alone = await enter(SECONDS_ALONE);
      const page = await openImport(browser, url);
      let importing = true;
      const beside = (async () => {
        const runs = [];
        while (importing) runs.push(await enter(2));
        return runs;
      })();
      const { seconds, tasks } = await importFile(page);
      importing = false;
      return { alone, beside: await beside, seconds, tasks };
    }),
  );
  await generator.stop();
  const { alone, beside, seconds, tasks } = measured;
  const p99 = Math.max(...beside.map((run) => run.p99));
  const rate = beside.reduce((sum, run) => sum + run.perSecond, 0) / beside.length;
  return [
    judge({
      what: 'an import of 50,000 rows',
      value: seconds,
      unit: ' s',
      against: `choosing the file to the result, ${format(rate)} entries/s beside it (${format(alone.perSecond)} alone)`,
      atMost: 60,
      details: measured,
    }),
    judge({
      what: 'entries during the import',
      value: p99,
      unit: ' ms',
      against: `the worst 99th percentile, ${format(alone.p99)} ms alone`,
      atMost: 500,
    }),
    judge({
      what: 'the page while the rows are checked and sent',
      value: Math.max(0, ...tasks),
      unit: ' ms',
      against: 'the longest task, if any is over 50 ms',
      atMost: 100,
    }),
  ];
}

async function openImport(browser, url) {
  const page = await browser.newPage();
  await signInOn(page, url, await logIn(url, ADMIN));
  await page.goto(`${url}/admin/leads`);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Event' }).click();
  await page.getByRole('option').first().click();
  await page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(duration);
    }).observe({ type: 'longtask' });
  });
  return page;
}

async function importFile(page) {
  const lines = Array.from(
    { length: ROWS },
    (_, n) => `Visitor ${n},0750${String(n).padStart(7, '0')},imported${n}@example.com`,
  );
  const directory = mkdtempSync(join(tmpdir(), 'drawbridge-bench-import-'));
  const file = join(directory, 'people.csv');
  writeFileSync(file, ['Name,Phone,Email', ...lines].join('\n'));
  const began = performance.now();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('File', { exact: true }).setInputFiles(file);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: 'Check rows' }).click();
  const start = dialog.getByRole('button', { name: 'Import 50,000 leads' });
  await start.waitFor({ timeout: 120_000 });
  // Afterwards the screen behind the dialog reads its list again.
  const tasks = await page.evaluate(() => window.longTasks);
  await start.click();
  await dialog.getByText('50,000 leads imported').waitFor({ timeout: 120_000 });
  const seconds = (performance.now() - began) / 1000;
  rmSync(directory, { recursive: true });
  return { seconds, tasks };
}
