import type { Page } from '@playwright/test';
import type { Account, Api } from '../../harness/api.ts';
import { expect, test } from '../../harness/test.ts';
import {
  assignedVolunteer,
  endSession,
  enterLead,
  logInAgain,
  namesAt,
  outboxLine,
} from '../../harness/volunteer-screen.ts';

/** The number of captured leads: a few in every run, 500 with `npm run offline`. */
const LEADS = Number(process.env.OFFLINE_LEADS ?? 3);

test.use({ provoked: /Failed to load resource: net::ERR_INTERNET_DISCONNECTED/ });
test.setTimeout(60_000 + LEADS * 3_000);

/**
 * Three tabs capture leads while the network is cut; one of them is killed, and the session ends meanwhile.
 * After the same user has logged in again, every lead is on the server exactly once.
 */
async function captureAndSend(
  first: Page,
  base: string,
  api: Api,
  signIn: (account: Account) => Promise<void>,
): Promise<void> {
  const context = first.context();
  const { event, volunteer } = await assignedVolunteer(api);
  await signIn(volunteer);
  const tabs = [first, await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await tab.goto(`${base}/volunteer/leads`);
    await expect(tab.getByRole('article', { name: event.name })).toBeVisible();
  }
  await context.setOffline(true);
  const expected: string[] = [];
  await Promise.all(
    tabs.map(async (tab, number) => {
      for (let lead = number; lead < LEADS; lead += tabs.length) {
        const name = `Visitor ${String(lead).padStart(4, '0')}`;
        await enterLead(tab, name, `07700 ${String(900_000 + lead)}`);
        expected.push(name);
      }
    }),
  );
  // The browser keeps the others waiting for most of a minute after a crash: see below.
  await kill(first);
  const [second, third] = [tabs[1] as Page, tabs[2] as Page];
  await expect(outboxLine(second)).toHaveText(`Offline: ${LEADS} leads kept on this phone`);
  await endSession(second, api);

  // The pages are online at once. Their service worker has died with the first tab, and the browser notices only after
  // most of a minute.
  context.setOffline(false).catch(() => {});
  const again = `Log in again as ${volunteer.username} to send ${LEADS} leads`;
  await expect(outboxLine(third)).toHaveText(again, { timeout: 60_000 });
  expect(await namesAt(api, event.id)).toEqual([]);
  await third.getByRole('button', { name: 'Log in' }).click();
  await logInAgain(third, volunteer);
  await expect(outboxLine(third)).toHaveText('All leads sent', { timeout: 60_000 + LEADS * 200 });
  expect(await namesAt(api, event.id)).toEqual(expected.sort());
  await expect(third.getByRole('heading', { name: `Recent Leads (${LEADS})` })).toBeVisible();
}

/** Kills a page as a phone does when it runs out of memory. */
async function kill(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  page.goto('chrome://crash').catch(() => {});
  await crashed;
  await page.close();
}

test('every lead captured without a network in three tabs arrives once', {
  tag: '@thorough',
}, async ({ page, server, api, signIn }) => {
  await captureAndSend(page, server.url, api, signIn);
});

test('so it does on plain HTTP at another address', { tag: '@thorough' }, async ({
  page: first,
  context,
  server,
  api,
  signIn,
}) => {
  await captureAndSend(first, `http://venue.test:${new URL(server.url).port}`, api, signIn);
  const page = context.pages().at(-1) as Page;
  const secure = await page.evaluate(() => [isSecureContext, 'locks' in navigator]);
  expect(secure).toEqual([false, false]);
  await expect(page.getByText('Opening without a network needs HTTPS')).toBeVisible();
  await page.getByRole('button', { name: 'Scan a badge' }).click();
  await expect(page.getByRole('alert')).toContainText('Scanning needs HTTPS');
});
