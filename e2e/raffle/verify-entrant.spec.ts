import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import {
  addPrize,
  addUnverifiedLead,
  addVerifiedLead,
  draw,
  forfeit,
  holdRaffle,
  readDraws,
} from '../harness/draws.ts';
import { enterWithKeys } from '../harness/lead-form.ts';
import { expect, test } from '../harness/test.ts';

const answer = (page: Page) => page.getByRole('heading', { level: 1 });
const verdict = (page: Page) => page.locator('#verdict');
const textsInDraw = (page: Page, number: number) =>
  page
    .getByRole('listitem')
    .filter({ hasText: `Draw ${number} ·` })
    .filter({ hasText: /list|Line/ });

test('a visitor keeps their entry code and finds out with it that they won', {
  tag: '@firefox',
}, async ({ page, context, api }) => {
  const event = await api.createEvent();
  await page.goto(`/event/${event.id}/submit`);
  await enterWithKeys(page, 'Amara Okafor');
  const stub = page.getByRole('region', { name: 'Your entry code' });
  const code = /([0-9A-Z]{5}-){5}[0-9A-Z]/.exec((await stub.textContent()) ?? '')?.[0] ?? '';
  expect(code).toHaveLength(31);

  const [lead] = await api.call<{ id: string }[]>('GET', `/api/leads?eventId=${event.id}`);
  await api.call('PATCH', `/api/leads/${lead?.id}`, { status: 'verified' });
  const prize = await addPrize(api, event, 'Weekend for two');
  // The page is opened before the draw, because 'You won' then covers the link.
  const opened = context.waitForEvent('page');
  await stub.getByRole('link', { name: 'check the draw' }).click();
  const verify = await opened;
  await draw(api, event, { prizeId: prize.id });
  await expect(answer(verify)).toHaveText('You won draw 1: Weekend for two.');
  await expect(verdict(verify)).toHaveText('The draw checks out.');

  await forfeit(api, event, 1, 'Declined');
  await expect(answer(verify)).toHaveText(
    'You won draw 1: Weekend for two. It was released: Declined.',
  );

  // The device has saved the entry code, so no link is needed.
  await page.goto(`/event/${event.id}/raffle/verify`);
  await expect(answer(page)).toHaveText(/^You won draw 1: Weekend for two\./);
  await expect(page.getByRole('region', { name: `Entry code ${code}` })).toContainText(
    'Amara Okafor',
  );
});

test('an entrant sees which draws they were in, and possible reasons for the others', {
  tag: '@thorough',
}, async ({ page, api }) => {
  const event = await api.createEvent();
  // Two entries of one person, and another person.
  await addVerifiedLead(api, event, { phone: '07700 900555' });
  await addVerifiedLead(api, event, { phone: '+44 7700 900555' });
  await addVerifiedLead(api, event);
  const unverified = await addUnverifiedLead(api, event);
  await draw(api, event);
  const late = await addVerifiedLead(api, event);
  // Winners are not in later rosters: one of the two people is left, and the late entrant.
  await draw(api, event, { phrase: 'yes' });
  const { draws } = await readDraws(api, event);
  expect(draws).toMatchObject([{ rosterSize: 2 }, { rosterSize: 2 }]);
  const field = page.getByLabel('Entry code', { exact: true });
  const lookFor = async (typed: string) => {
    await field.fill(typed);
    await page.getByRole('button', { name: 'Look for me' }).click();
  };

  await test.step('a text that is not an entry code is quoted', async () => {
    await page.goto(`/event/${event.id}/raffle/verify`);
    await expect(answer(page)).toHaveText('Were you in it?');
    // The server renders the page before it can be used.
    await expect(page.getByRole('region', { name: 'Winners' })).toBeVisible();
    await lookFor('HELLO');
    await expect(field).toHaveAccessibleDescription(/“HELLO” is not an entry code/);
    await lookFor('');
    await expect(field).toHaveAccessibleDescription(/Type or paste your entry code/);
  });

  await test.step('each code has an answer of its own', async () => {
    await lookFor(late.entryCode.toLowerCase());
    await expect(answer(page)).toHaveText(/^You (were in 1 of 2 draws|won draw 2)\.$/);
    await expect(textsInDraw(page, 1)).toContainText('Not on the list');
    await expect(textsInDraw(page, 2)).toContainText(/Line \d of 2/);

    await page.getByText('Look up another code').click();
    await lookFor(unverified.entryCode);
    await expect(answer(page)).toHaveText('Your 2 entry codes');
    const nobody = page.getByRole('region', { name: `Entry code ${unverified.entryCode}` });
    await expect(nobody.getByRole('heading')).toHaveText('You were in neither draw.');
    await nobody.getByText('Why you may not be on a list').click();
    await expect(nobody).toContainText('Your entry came after the list was made');
  });
});

test('a proof is taken home, checked there, and refused after one changed character @thorough', async ({
  page,
  api,
}) => {
  const { event, leads, path } = await holdRaffle(api);
  await forfeit(api, event, 1);
  await page.goto(path);
  await expect(verdict(page)).toHaveText('Both draws check out.');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download proof' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^drawbridge-proof-harbour-winter-fair-.*\.json$/);
  const text = readFileSync(await download.path(), 'utf8');
  // Only the time of the first draw is changed, on which no winner depends.
  const changed = text.replace(/("at":"\d{3})\d/, '$10');
  expect(changed).not.toBe(text);

  const choose = (name: string, contents: string) =>
    page
      .getByLabel('Proof file')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(contents) });
  await choose('changed.json', changed);
  await expect(verdict(page)).toHaveText('This file has been changed since it was saved.');
  await expect(page.getByRole('region', { name: 'Saved proof' })).toContainText('changed.json');
  // The warning is the first thing on the page, before any answer, and on every record that has a tick.
  await expect(page.getByRole('main').locator('section').first()).toContainText(
    'This file has been changed since it was saved.',
  );
  await expect(page.getByText('But the file has been changed since it was saved')).toHaveCount(4);
  await expect(page.getByRole('region', { name: 'The file as a whole' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download proof' })).toHaveCount(0);
  // The unchanged proof again, and now without any server at all.
  await page.route('**/api/**', (route) => route.abort());
  await choose('proof.json', text);
  await expect(verdict(page)).toHaveText('Both draws check out.');
  await expect(page.getByRole('region', { name: 'Warning' })).toHaveCount(0);
  await page.getByLabel('Entry code').fill(leads[0]?.entryCode ?? '');
  await page.getByRole('button', { name: 'Look for me' }).click();
  await expect(answer(page)).toHaveText(/^You (won draw \d|were in)/);
  await choose('holiday.json', '{"photos":[]}');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('holiday.json cannot be checked');
  await expect(alert).toContainText('It is not a proof of draws.');
  // Nothing of the previous file stays on the page.
  await expect(page.getByText('proof.json')).toHaveCount(0);
  await expect(verdict(page)).toHaveCount(0);
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Check this event instead' }).click();
  await expect(page.getByRole('region', { name: 'Saved proof' })).toHaveCount(0);
  await expect(verdict(page)).toHaveText('Both draws check out.');
  await expect(page.getByText(event.name)).toBeVisible();
});
