import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './harness/axe.ts';
import { draw, enter, holdRaffle, readDraws } from './harness/draws.ts';
import { expect, test } from './harness/test.ts';

const sentence = (page: Page) => page.getByRole('heading', { level: 1 });

async function lookFor(page: Page, codes: string): Promise<void> {
  await page.getByLabel('Entry codes').fill(codes);
  await page.getByRole('button', { name: 'Look for me' }).click();
}

test('a visitor keeps their entry code and finds out with it that they won', async ({
  page,
  context,
  api,
}) => {
  const event = await api.createEvent();
  await page.goto(`/event/${event.id}/submit`);
  await page.getByLabel('Full Name *').fill('Amara Okafor');
  await page.getByLabel('Phone Number *').fill('07700 900121');
  await page.getByRole('button', { name: 'Submit Entry' }).click();
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeFocused();
  const stub = page.getByRole('region', { name: 'Your entry code' });
  const code = /([0-9A-Z]{5}-){5}[0-9A-Z]/.exec((await stub.textContent()) ?? '')?.[0] ?? '';
  expect(code).toHaveLength(31);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await stub.getByRole('button', { name: 'Copy entry code' }).click();
  await expect(stub.getByRole('status')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await expectNoAxeViolations(page);

  const [lead] = await api.call<{ id: string }[]>('GET', `/api/leads?eventId=${event.id}`);
  await api.call('PATCH', `/api/leads/${lead?.id}`, { status: 'verified' });
  await draw(api, event);
  const opened = context.waitForEvent('page');
  await stub.getByRole('link', { name: 'check the draw' }).click();
  const verify = await opened;
  await expect(sentence(verify)).toHaveText('The draw checks out.');
  await expect(verify.getByLabel('Entry codes')).toHaveValue(code);
  await verify.getByRole('button', { name: 'Look for me' }).click();
  await expect(verify.getByText('You won draw 1.')).toBeVisible();
  await expectNoAxeViolations(verify);
});

test('an entrant sees in which draws they were, or why perhaps not', async ({ page, api }) => {
  const event = await api.createEvent();
  const [one, twice, again, unverified] = [
    await enter(api, event),
    await enter(api, event, { phone: '07700 900555' }),
    await enter(api, event, { phone: '07700 900555' }),
    await enter(api, event, { verified: false }),
  ];
  await draw(api, event);
  const late = await enter(api, event);
  // Whoever won is in no later roster; one of the two is left, and the one who came late.
  await draw(api, event, { phrase: 'yes' });
  const { draws } = await readDraws(api, event);
  expect(draws.map(({ rosterSize }) => rosterSize)).toEqual([2, 2]);
  await page.goto(`/event/${event.id}/raffle/verify`);
  await expect(sentence(page)).toHaveText('All 2 draws check out.');
  const result = page.getByRole('region', { name: 'Were you in it?' });

  await lookFor(page, late.entryCode.toLowerCase());
  await expect(result.getByRole('listitem').filter({ hasText: 'Draw 1' })).toContainText(
    'Not on the list',
  );
  await expect(result.getByRole('listitem').filter({ hasText: 'Draw 2' })).toContainText(
    /Place \d of 2/,
  );

  await lookFor(page, one.entryCode);
  await expect(result.getByRole('listitem').filter({ hasText: 'Draw 1' })).toContainText(
    /Place \d of 2/,
  );

  await lookFor(page, unverified.entryCode);
  await expect(result).toContainText('You are on none of the lists.');
  await expect(result).toContainText('Your entry had not been verified');
  await expectNoAxeViolations(page);

  await lookFor(page, twice.entryCode);
  await expect(result).toContainText('You are on none of the lists.');
  await expect(result).toContainText('paste all of them together');
  await lookFor(page, `${again.entryCode}, ${twice.entryCode}`);
  await expect(result.getByRole('listitem').filter({ hasText: 'Draw 1' })).toContainText(
    /Place \d of 2/,
  );

  await lookFor(page, 'HELLO');
  await expect(page.getByLabel('Entry codes')).toHaveAccessibleDescription(
    /“HELLO” is no entry code/,
  );
  await lookFor(page, '');
  await expect(page.getByLabel('Entry codes')).toHaveAccessibleDescription(
    'Paste at least one entry code',
  );
  await expectNoAxeViolations(page);
});

test('a proof is taken home, checked there, and refused after one changed character', async ({
  page,
  api,
}, info) => {
  const { event, path } = await holdRaffle(api);
  await page.goto(path);
  await expect(sentence(page)).toHaveText('All 3 draws check out.');
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
  expect(accepted.stdout).toContain('All 3 draws check out.');
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
  await expect(sentence(page)).toHaveText('This is not the proof that was saved.');
  await expect(page.getByRole('region', { name: 'Saved proof' })).toContainText('changed.json');
  await expect(page.getByRole('button', { name: 'Download proof' })).toHaveCount(0);
  await expectNoAxeViolations(page);

  // The true one again, and now without any server at all.
  await page.route('**/api/**', (route) => route.abort());
  await choose('proof.json', text);
  await expect(sentence(page)).toHaveText('All 3 draws check out.');
  await choose('holiday.json', '{"photos":[]}');
  await expect(page.getByRole('alert')).toContainText('holiday.json is no proof: ');
  await expect(sentence(page)).toHaveText('All 3 draws check out.');

  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Check this event instead' }).click();
  await expect(page.getByRole('region', { name: 'Saved proof' })).toHaveCount(0);
  await expect(sentence(page)).toHaveText('All 3 draws check out.');
  await expect(page.getByText(event.name)).toBeVisible();
});
