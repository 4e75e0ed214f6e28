import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { startRelay } from '../../harness/relay.ts';
import { expect, phone, test } from '../../harness/test.ts';
import {
  enterLead,
  namesAt,
  openVolunteerScreen,
  outboxLine,
  readyOffline,
} from '../../harness/volunteer-screen.ts';

// The service worker's own requests are not the page's; the relay sees them.
test.use({ ...phone, provoked: /Failed to load resource: net::ERR_INTERNET_DISCONNECTED/ });

const registrations = (page: Page) =>
  page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
  );

test('the volunteer screen opens without a network after one visit, and nothing else is cached', async ({
  page,
  context,
  signIn,
  api,
}) => {
  const { event } = await openVolunteerScreen(page, api, signIn);
  const visitor = { name: 'Jon Field', phone: '07700 900131' };
  await api.call('POST', '/api/leads/public', { eventId: event.id, ...visitor });
  await enterLead(page, 'Wei Zhang', '07700 900444');
  // The next visit loads the number of a visitor that another volunteer has entered.
  await page.reload();
  await expect(page.getByText('Ready for offline')).toBeVisible();
  await readyOffline(page);
  expect(await registrations(page)).toEqual(['/volunteer/']);
  const kept = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain('/volunteer/leads');
  // Badges can be scanned without a network too.
  expect(kept.join()).toMatch(/\/volunteer\/assets\/zxing_reader/);
  const others = kept.filter(
    (path) => !/^\/(volunteer\/(leads|assets\/)|assets\/|theme|favicon)/.test(path),
  );
  expect(others).toEqual([]);
  expect(kept.filter((path) => /admin|raffle|analytics|events-page/.test(path))).toEqual([]);

  await test.step('the screen can be put on the home screen', async () => {
    const manifest = await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
      return (await fetch(link?.href ?? '')).json();
    });
    expect(manifest).toMatchObject({ start_url: '/volunteer/leads', display: 'standalone' });
    const form = await page.request.get(`/event/${event.id}/submit`);
    expect(await form.text()).not.toContain('rel="manifest"');
  });

  await page.close();
  await context.setOffline(true);
  const offline = await context.newPage();
  await offline.goto('/volunteer/leads');
  await expect(offline.getByRole('article', { name: event.name })).toBeVisible();
  await expect(outboxLine(offline)).toHaveText('Offline: leads are stored on this phone');
  await expect(offline.getByRole('heading', { name: 'Recent Leads (1)' })).toBeVisible();
  const number = offline.getByLabel('Phone Number *');
  await number.fill('+44 7700 900444');
  await expect(number).toHaveAccessibleDescription(
    'You have added Wei Zhang with this number. You can still add it.',
  );
  await number.fill('+44 7700 900131');
  await expect(number).toHaveAccessibleDescription(
    'This number may have been entered before. You can still add it.',
  );
  await enterLead(offline, 'Amara Okafor', '07700 900121');
  await expect(offline.getByRole('listitem').filter({ hasText: 'waiting' })).toHaveCount(1);
  await offline.getByRole('button', { name: 'Show ticket' }).click();
  await expect(offline.getByRole('img', { name: 'Entry code of Amara Okafor' })).toBeVisible();
  await offline.keyboard.press('Escape');
  // The help about working without a network opens without one.
  await offline.getByRole('link', { name: 'Help' }).click();
  await expect(offline.getByText('There is no network')).toBeVisible();
  await offline.getByRole('link', { name: 'Back to leads' }).click();
  await expect(outboxLine(offline)).toHaveText('Offline: 1 lead stored on this phone');
  // The lead is still there after the page was killed while offline.
  await offline.close();
  const again = await context.newPage();
  await again.goto('/volunteer/leads');
  await expect(outboxLine(again)).toHaveText('Offline: 1 lead stored on this phone');
  await context.setOffline(false);
  await expect(outboxLine(again)).toHaveText('All leads sent');
  expect(await namesAt(api, event.id)).toEqual(['Amara Okafor', 'Jon Field', 'Wei Zhang']);
  await expect(again.getByRole('listitem').filter({ hasText: 'pending' })).toHaveCount(2);
});

test('without a network the volunteer screen opens in the language that was chosen last', {
  tag: '@thorough',
}, async ({ page, context, signIn, api }) => {
  const texts = JSON.parse(await readFile('contract/src/languages/ar.json', 'utf8'));
  await openVolunteerScreen(page, api, signIn);
  await readyOffline(page);
  await page.locator('select[name=lang]').selectOption('ar');
  await expect(page.getByText(texts.volunteer.readyOffline)).toBeVisible();
  await page.close();
  await context.setOffline(true);
  const arabic = await context.newPage();
  await arabic.goto('/volunteer/leads');
  await expect(arabic.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(arabic.getByText(texts.volunteer.offline)).toBeVisible();
});

test('a new version waits for the next start, and a withdrawn worker removes itself', {
  tag: '@thorough',
}, async ({ page, context, server, signIn, api }) => {
  const relay = await startRelay(server.url);
  try {
    const screen = `${relay.url}/volunteer/leads`;
    const generation = (at: Page) => at.locator('meta[name="generation"]');
    await openVolunteerScreen(page, api, signIn, screen);
    await readyOffline(page);
    await page.getByLabel('Full Name *').fill('Amara Okafor');

    // A deployment changes the page, and so its revision in the worker's list.
    const worker = await readFile('web/dist/sw.js', 'utf8');
    const html = await (await fetch(screen)).text();
    const answers: Record<string, { type: string; body: string }> = {
      '/sw.js': {
        type: 'text/javascript',
        body: worker.replace(/(volunteer\/leads`,revision:`)/, '$1new-'),
      },
      '/volunteer/leads': {
        type: 'text/html',
        body: html.replace('<head>', '<head><meta name="generation" content="2">'),
      },
    };
    expect(answers['/sw.js']?.body).not.toBe(worker);
    relay.replace((path) => {
      const response = answers[path.split('?')[0] ?? ''];
      return response && { status: 200, ...response };
    });
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      const next = registration.installing ?? registration.waiting;
      if (next?.state !== 'installed') {
        await new Promise((resolve) => next?.addEventListener('statechange', resolve));
      }
    });
    await expect(page.getByLabel('Full Name *')).toHaveValue('Amara Okafor');
    await expect(generation(page)).toHaveCount(0);
    await page.close();
    await expect(async () => {
      const next = await context.newPage();
      await next.goto(screen);
      const count = await generation(next).count();
      await next.close();
      expect(count).toBe(1);
    }).toPass();

    // The script is removed: the next start still comes from the phone, the one after it from the server.
    relay.replace((path) =>
      path.startsWith('/sw.js') ? { status: 404, type: 'text/plain', body: 'Gone' } : undefined,
    );
    const last = await context.newPage();
    await last.goto(screen);
    await expect.poll(() => last.evaluate(() => caches.keys())).toEqual([]);
    await last.close();
    const fresh = await context.newPage();
    await fresh.goto(screen);
    await expect(generation(fresh)).toHaveCount(0);
    await expect(fresh.getByLabel('Full Name *')).toBeVisible();
  } finally {
    relay.stop();
  }
});
