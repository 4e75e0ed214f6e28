import type { Page } from '@playwright/test';
import { withoutFirstView } from './harness/first-view.ts';
import { LOGO } from './harness/logo.ts';
import { expect, test } from './harness/test.ts';

/** Notes every call of the API that the page makes. */
function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  return calls;
}

for (const path of [(id: string) => `/event/${id}/submit`, (id: string) => `/lead/${id}`]) {
  test(`the form at ${path('{eventId}')} shows its event without asking for it`, async ({
    page,
    api,
  }) => {
    const event = await api.createEvent({ name: '</script><b>Fair & Square</b>' });
    await api.call('POST', '/api/sponsors', { eventId: event.id, logo: LOGO, position: 0 });
    const calls = watchCalls(page);
    await page.route(`/api/events/${event.id}`, (route) => route.abort());
    await page.goto(path(event.id));
    await expect(page.getByRole('heading', { name: event.name })).toBeVisible();
    await expect(page).toHaveTitle(`${event.name} · Drawbridge`);
    await expect(page.getByRole('img', { name: 'Sponsor' })).toBeVisible();
    const [picture, ...more] = calls;
    expect(more).toEqual([]);
    expect(picture).toMatch(/^\/api\/sponsors\/[0-9a-f-]+\/logo\/[0-9a-f]+$/);
  });
}

test('a form without its event says so without asking for it', async ({ page }) => {
  const calls = watchCalls(page);
  await page.route('/api/events/**', (route) => route.abort());
  await page.goto('/lead/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible();
  expect(calls.filter((path) => path.startsWith('/api/events'))).toEqual([]);
});

test('a form that came without its event asks for it', async ({ page, api }) => {
  const event = await api.createEvent();
  await withoutFirstView(page);
  const calls = watchCalls(page);
  await page.goto(`/lead/${event.id}`);
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible();
  expect(calls).toContain(`/api/events/${event.id}`);
});
