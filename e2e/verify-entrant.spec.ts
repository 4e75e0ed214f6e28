import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './harness/axe.ts';
import {
  addPrize,
  addUnverifiedLead,
  addVerifiedLead,
  draw,
  forfeit,
  holdRaffle,
  readDraws,
} from './harness/draws.ts';
import { enterWithKeys } from './harness/lead-form.ts';
import { expect, test } from './harness/test.ts';

const answer = (page: Page) => page.getByRole('heading', { level: 1 });
const verdict = (page: Page) => page.locator('#verdict');
const inDraw = (page: Page, number: number) =>
  page
    .getByRole('listitem')
    .filter({ hasText: `Draw ${number} ·` })
    .filter({ hasText: /list|Line/ });

test('a visitor keeps their entry code and finds out with it that they won', {
  tag: '@firefox',
}, async ({ page, context, api }) => {
  const event = await api.createEvent();
  await page.goto(`/event/${event.id}/submit`);
  await expectNoAxeViolations(page);
  await enterWithKeys(page, 'Amara Okafor');
  await expectNoAxeViolations(page);
  const stub = page.getByRole('region', { name: 'Your entry code' });
  const code = /([0-9A-Z]{5}-){5}[0-9A-Z]/.exec((await stub.textContent()) ?? '')?.[0] ?? '';
  expect(code).toHaveLength(31);

  const [lead] = await api.call<{ id: string }[]>('GET', `/api/leads?eventId=${event.id}`);
  await api.call('PATCH', `/api/leads/${lead?.id}`, { status: 'verified' });
  const prize = await addPrize(api, event, 'Weekend for two');
  await draw(api, event, { prizeId: prize.id });
  const opened = context.waitForEvent('page');
  await stub.getByRole('link', { name: 'check the draw' }).click();
  const verify = await opened;
  await expect(answer(verify)).toHaveText('You won draw 1: Weekend for two.');
  await expect(verdict(verify)).toHaveText('The draw checks out.');
  await expectNoAxeViolations(verify);

  await forfeit(api, event, 1, 'Declined');
  await expect(answer(verify)).toHaveText(
    'You won draw 1: Weekend for two. It was forfeited: Declined.',
  );

  // The device has saved the entry code, so no link is needed.
  await page.goto(`/event/${event.id}/raffle/verify`);
  await expect(answer(page)).toHaveText(/^You won draw 1: Weekend for two\./);
  await expect(page.getByRole('region', { name: `Entry code ${code}` })).toContainText(
    'Amara Okafor',
  );
});

test('somebody with two entries is found by one code', async ({ page, api }) => {
  const event = await api.createEvent();
  const [first, second] = [
    await addVerifiedLead(api, event, { phone: '07700 900555' }),
    await addVerifiedLead(api, event, { phone: '+44 7700 900555' }),
  ];
  await addVerifiedLead(api, event);
  await draw(api, event);
  const { draws } = await readDraws(api, event);
  expect(draws[0]).toMatchObject({ rosterSize: 2 });
  const won = async (code: string) => {
    await page.goto('about:blank');
    await page.goto(`/event/${event.id}/raffle/verify#${code}`);
    await expect(answer(page)).toHaveText(/^You (won draw 1\.|were in the draw\.)$/);
    await expect(inDraw(page, 1)).toContainText(/Line \d of 2, with 2 entries/);
    await expect(page.getByText('Your line holds 2 entries under one phone number.')).toBeVisible();
    return answer(page).textContent();
  };
  await expect(page.getByText('Why you may not be on a list')).toHaveCount(0);
  // One line, so both codes say the same.
  expect(await won(first.entryCode)).toBe(await won(second.entryCode));
});

test('an entrant sees in which draws they were, or why perhaps not', async ({ page, api }) => {
  const event = await api.createEvent();
  const [one, other, unverified] = [
    await addVerifiedLead(api, event),
    await addVerifiedLead(api, event),
    await addUnverifiedLead(api, event),
  ];
  await draw(api, event);
  const late = await addVerifiedLead(api, event);
  // Winners are not in later rosters: one of the two is left, and the late entrant.
  await draw(api, event, { phrase: 'yes' });
  await page.goto(`/event/${event.id}/raffle/verify#${late.entryCode.toLowerCase()}`);
  await expect(answer(page)).toHaveText(/^You (were in 1 of 2 draws|won draw 2)\.$/);
  await expect(inDraw(page, 1)).toContainText('Not on the list');
  await expect(inDraw(page, 2)).toContainText(/Line \d of 2/);
  await expectNoAxeViolations(page);

  // One more code beside the first, each with an answer of its own.
  await page.getByText('Look up another code').click();
  await page.getByLabel('Entry code', { exact: true }).fill(unverified.entryCode);
  await page.getByRole('button', { name: 'Look for me' }).click();
  await expect(answer(page)).toHaveText('Your 2 entry codes');
  const nobody = page.getByRole('region', { name: `Entry code ${unverified.entryCode}` });
  await expect(nobody.getByRole('heading')).toHaveText('You were in neither draw.');
  await nobody.getByText('Why you may not be on a list').click();
  await expect(nobody).toContainText('Your entry had not been verified');
  await expectNoAxeViolations(page);

  await page.goto('about:blank');
  await page.goto(`/event/${event.id}/raffle/verify`);
  await page.getByLabel('Entry code').fill(`${one.entryCode}, ${other.entryCode}`);
  await page.getByRole('button', { name: 'Look for me' }).click();
  await expect(page.getByRole('heading', { name: 'You won draw 1.' })).toHaveCount(1);
});

test('a text that is not an entry code is quoted, and damaged saved codes do no harm', async ({
  page,
  api,
}) => {
  const { event, leads, path } = await holdRaffle(api);
  const code = leads[0]?.entryCode as string;
  await page.addInitScript(
    (tickets) => localStorage.setItem('tickets', JSON.stringify(tickets)),
    [null, 7, { code }, { eventId: event.id, code: 'HELLO' }, { eventId: 'other', code }],
  );
  await page.goto(`${path}#HELLO`);
  await expect(answer(page)).toHaveText('Were you in it?');
  const field = page.getByLabel('Entry code');
  for (const [typed, problem] of [
    ['HELLO', /“HELLO” is not an entry code/],
    ['', /Type or paste your entry code/],
  ] as const) {
    await field.fill(typed);
    await page.getByRole('button', { name: 'Look for me' }).click();
    await expect(field).toHaveAccessibleDescription(problem);
  }
  await expectNoAxeViolations(page);
});

test('a proof is taken home, checked there, and refused after one changed character', async ({
  page,
  api,
}, info) => {
  const { event, leads, path } = await holdRaffle(api);
  await forfeit(api, event, 1);
  await page.goto(path);
  await expect(verdict(page)).toHaveText('Both draws check out.');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download proof' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^drawbridge-proof-harbour-winter-fair-.*\.json$/);
  const file = info.outputPath('proof.json');
  await download.saveAs(file);

  const verify = (input: string) =>
    spawnSync('npm', ['run', '--silent', 'verify', '--', '-'], { input, encoding: 'utf8' });
  const text = readFileSync(file, 'utf8');
  const accepted = verify(text);
  expect(accepted.stdout).toContain('All 4 records check out.');
  expect(accepted.status).toBe(0);
  // Nothing but the prize's name, which no winner depends upon.
  const changed = text.replace('City bicycle', 'City bicycla');
  expect(changed).not.toBe(text);
  const refused = verify(changed);
  expect(refused.stdout).toContain('checksum');
  expect(refused.status).toBe(1);

  const choose = (name: string, contents: string) =>
    page
      .getByLabel('Proof file')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(contents) });
  await choose('changed.json', changed);
  await expect(verdict(page)).toHaveText('This is not the proof that was saved.');
  await expect(page.getByRole('region', { name: 'Saved proof' })).toContainText('changed.json');
  // The first thing on the page, before any answer, and on every record that has a tick.
  await expect(page.getByRole('main').locator('section').first()).toContainText(
    'This is not the proof that was saved.',
  );
  await expect(page.getByText('But the file is not as it was saved')).toHaveCount(4);
  await expect(page.getByRole('region', { name: 'The file as a whole' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download proof' })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await choose('renamed.json', text.replace('Amara Okafor', 'Amara Okafer'));
  await expect(verdict(page)).toHaveText('Draw 1 does not check out.');
  await expect(page.getByRole('region', { name: 'Warning' })).toContainText(
    'Draw 1 does not check out.',
  );

  // The true one again, and now without any server at all.
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
  await expect(alert).toContainText('It is not a proof of version 2.');
  // Nothing of the file before it is left to be taken for this one's.
  await expect(page.getByText('proof.json')).toHaveCount(0);
  await expect(verdict(page)).toHaveCount(0);
  await expectNoAxeViolations(page);
  await choose('half.json', text.slice(0, text.length / 2));
  await expect(alert).toContainText('It ends too early.');

  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Check this event instead' }).click();
  await expect(page.getByRole('region', { name: 'Saved proof' })).toHaveCount(0);
  await expect(verdict(page)).toHaveText('Both draws check out.');
  await expect(page.getByText(event.name)).toBeVisible();
});
