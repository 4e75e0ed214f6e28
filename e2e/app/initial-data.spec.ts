import { addPrize } from '../harness/draws.ts';
import { fillInForm, formFields, leadsOf } from '../harness/lead-form.ts';
import { LOGO } from '../harness/logo.ts';
import { holdRoute } from '../harness/routes.ts';
import { expect, test } from '../harness/test.ts';

test('the form shows its event, or that there is none, without asking for it, and so does a raffle without one', async ({
  page,
  api,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  await page.route('/api/events/**', (route) => route.abort());

  const event = await api.createEvent({ name: '</script><b>Fair & Square</b>' });
  await api.call('POST', '/api/sponsors', { eventId: event.id, logo: LOGO, position: 0 });
  await page.goto(`/event/${event.id}/submit`);
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible();
  await expect(page).toHaveTitle(`${event.name} · Drawbridge`);
  await expect(page.locator('#lead-form')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Sponsor' })).toBeVisible();
  // The page also reports a view of the form.
  const [picture, ...more] = calls.splice(0).filter((path) => !path.endsWith('/form-views'));
  expect(more).toEqual([]);
  expect(picture).toMatch(/^\/api\/sponsors\/[0-9a-f-]+\/logo\/[0-9a-f]+$/);

  const ended = await api.createEvent({ status: 'ended' });
  for (const path of [`/event/${ended.id}/submit`, '/lead/no-id-at-all']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible();
    await expect(page.getByText('This event may have ended or does not exist.')).toBeVisible();
    await expect(page.locator('#lead-form')).toHaveCount(0);
  }
  expect(calls.splice(0).filter((path) => path.startsWith('/api/events'))).toEqual([]);
  await page.goto('/event/no-id-at-all/raffle');
  await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(calls).toEqual([]);
});

const HOUR_MS = 3_600_000;

test('a rendered page does not change before each of its scripts has taken it over, however long that takes', {
  tag: '@thorough',
}, async ({ page, api }) => {
  // The time of the draw is in another time zone than the browser's, and the remaining time by the browser's clock.
  const event = await api.createEvent({ timeZone: 'Asia/Tokyo', drawAt: '2999-12-05T17:30' });
  const eventPath = `/event/${event.id}`;
  // Every page shows something that the server cannot know if the device has a ticket.
  await page.goto(`${eventPath}/submit`);
  await fillInForm(page);
  await formFields(page).submit.click();
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
  const [lead] = await leadsOf(api, event.id);
  await api.call('PATCH', `/api/leads/${lead?.id}`, { status: 'verified' });
  await page.clock.install();
  const ticketsLink = page.getByRole('link', { name: 'Your ticket' });
  const seenValues = new Set<string>();
  let prizes = 0;
  const nextPrize = () => page.getByText(new RegExp(`\\bPrize ${prizes}\\b`)).first();

  for (const [path, rendered, takenOver] of [
    [`${eventPath}/submit`, event.name, () => ticketsLink],
    [`${eventPath}/raffle`, event.name, nextPrize],
    [`${eventPath}/stage`, event.name, nextPrize],
    [`${eventPath}/ticket`, event.name, nextPrize],
    [`${eventPath}/raffle/verify`, event.name, () => page.getByText('What a check mark proves')],
    ['/login', 'Sign In', () => page.getByRole('button', { name: 'Sign In', disabled: false })],
  ] as const) {
    const html = await (await page.request.get(path)).text();
    const named = html.match(/\/assets\/[^"]+\.js(?=")/g) ?? [];
    // A file of several pages is held back on the first of them only, and at least one file on every page.
    const files = named.filter((file) => file === named.at(-1) || !seenValues.has(file));
    for (const file of new Set(files)) {
      seenValues.add(file);
      await test.step(`${path} waits for ${file}`, async () => {
        const heldRoute = await holdRoute(page, `**${file}`);
        await page.goto(path, { waitUntil: 'commit' });
        await expect(page.getByText(rendered).first()).toBeVisible();
        await expect.poll(() => heldRoute.calls).toBeGreaterThan(0);
        prizes += 1;
        const { id: prizeId } = await addPrize(api, event, `Prize ${prizes}`);
        await api.call('PATCH', `/api/events/${event.id}/stage`, { prizeId });
        await page.clock.fastForward(HOUR_MS);
        await expect(page.getByText(rendered).first()).toBeVisible();
        heldRoute.release();
        await expect(takenOver()).toBeVisible();
        await page.unrouteAll();
      });
    }
  }
});

test('a raffle with more prizes than are rendered lists them all', { tag: '@thorough' }, async ({
  page,
  api,
}) => {
  const event = await api.createEvent();
  for (let position = 1; position <= 101; position += 1) {
    await addPrize(api, event, `Prize ${position}`, { position });
  }
  await page.goto(`/event/${event.id}/raffle`);
  await expect(page.getByRole('heading', { name: /^Prize \d+$/ })).toHaveCount(101);
  await page.goto(`/event/${event.id}/stage`);
  await expect(page.getByRole('region', { name: 'Prize 1', exact: true })).toContainText('of 101');
});
