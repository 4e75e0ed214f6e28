import { expectNoAxeViolations } from './harness/axe.ts';
import { LOGO } from './harness/logo.ts';
import { expect, test } from './harness/test.ts';

test('the form shows its event, or that there is none, without asking for it', async ({
  page,
  api,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  await page.route('/api/events/**', (route) => route.abort());

  for (const path of [(id: string) => `/event/${id}/submit`, (id: string) => `/lead/${id}`]) {
    const event = await api.createEvent({ name: '</script><b>Fair & Square</b>' });
    await api.call('POST', '/api/sponsors', { eventId: event.id, logo: LOGO, position: 0 });
    await page.goto(path(event.id));
    await expect(page.getByRole('heading', { name: event.name })).toBeVisible();
    await expect(page).toHaveTitle(`${event.name} · Drawbridge`);
    await expect(page.getByRole('img', { name: 'Sponsor' })).toBeVisible();
    const [picture, ...more] = calls.splice(0);
    expect(more).toEqual([]);
    expect(picture).toMatch(/^\/api\/sponsors\/[0-9a-f-]+\/logo\/[0-9a-f]+$/);
  }

  const ended = await api.createEvent({ status: 'ended' });
  for (const path of [`/event/${ended.id}/submit`, '/lead/no-id-at-all']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible();
    await expect(page.getByText('This event may have ended or does not exist.')).toBeVisible();
    await expect(page.locator('form')).toHaveCount(0);
  }
  await expectNoAxeViolations(page);
  expect(calls.filter((path) => path.startsWith('/api/events'))).toEqual([]);
});
