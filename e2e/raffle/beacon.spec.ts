import type { RaffleResult } from '@drawbridge/contract/raffle/raffle';
import { roundOf } from '@drawbridge/contract/raffle/scene';
import type { Browser, Page } from '@playwright/test';
import { beaconOf, replaceChain } from '../harness/beacon-chain.ts';
import { addPrize, addVerifiedLead, readDraws } from '../harness/draws.ts';
import { continueButton } from '../harness/raffle-stage.ts';
import { expect, phone, test } from '../harness/test.ts';

test.use(phone);
test.setTimeout(120_000);

/** Opens a phone with the given values in its storage. */
async function openPhone(browser: Browser, url: string, stored: Record<string, unknown>) {
  const context = await browser.newContext({ viewport: phone.viewport, reducedMotion: 'reduce' });
  await replaceChain(context);
  const page = await context.newPage();
  await page.addInitScript(
    (entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value);
    },
    Object.entries(stored).map(([key, value]) => [key, JSON.stringify(value)] as const),
  );
  await page.goto(url);
  return page;
}

test('a beacon that nobody knows draws two of three bags, and a phone computes it @thorough', async ({
  adminPage: remote,
  browser,
  server: { url },
  api,
}) => {
  const event = await api.createEvent();
  await addPrize(api, event, 'Tote bag', { quantity: 3 });
  const [marta] = [
    await addVerifiedLead(api, event, { name: 'Marta Wright' }),
    await addVerifiedLead(api, event, { name: 'Kofi Mensah' }),
    await addVerifiedLead(api, event, { name: 'Jo Li' }),
  ];
  const page = `${url}/event/${event.id}`;
  const holding = ({ entryCode: code, name, email, submittedAt }: typeof marta) => ({
    tickets: [{ eventId: event.id, code, name, email, submittedAt }],
  });
  const martasPhone = await openPhone(browser, `${page}/raffle`, holding(marta));
  await replaceChain(remote.context());
  await remote.goto(`/event/${event.id}/remote`);

  await test.step('everything is fixed for a round to come, and the phone finds its ticket', async () => {
    await remote.getByRole('button', { name: 'Seal first' }).tap();
    const dialog = remote.getByRole('dialog', { name: 'Seal first' });
    await dialog.getByRole('button', { name: 'Public beacon' }).tap();
    await dialog.getByRole('button', { name: '30 sec' }).tap();
    await dialog.getByLabel('How many winners').fill('4');
    await expect(dialog).toContainText('A number from 1 to 3');
    await dialog.getByLabel('How many winners').fill('2');
    await dialog.getByRole('button', { name: 'Seal' }).tap();
    for (const screen of [martasPhone, remote]) {
      await expect(screen.getByText(/Round [\d,]+ of drand decides/).first()).toBeVisible();
      await expect(screen.getByRole('timer').first()).toBeVisible();
    }
    await expect(martasPhone.getByText('If it wins, your name is published.')).toBeVisible();
  });

  const { sealed } = await readDraws(api, event);
  const round = (sealed && roundOf(sealed)) ?? 0;

  await test.step('the hall waits for the beacon, which anybody may bring', async () => {
    const waiting = (screen: Page) => screen.getByText('Waiting for the beacon…').first();
    for (const screen of [martasPhone, remote]) {
      await expect(waiting(screen)).toBeVisible({ timeout: 45_000 });
    }
    const field = remote.getByLabel('Paste the beacon if it does not arrive');
    await field.fill('nothing');
    await remote.getByRole('button', { name: 'Draw', exact: true }).tap();
    await expect(field).toHaveAccessibleDescription('No 96-digit signature found');
    await field.fill(beaconOf(round));
    await remote.getByRole('button', { name: 'Draw', exact: true }).tap();
  });

  await test.step('two have won, by the same computation on a phone', async () => {
    await expect(martasPhone.getByRole('heading', { name: 'Winners: 2' })).toBeVisible();
    const results = await api.call<RaffleResult[]>('GET', `/api/events/${event.id}/raffles`);
    expect(results.map(({ place }) => place)).toEqual([0, 1]);
    for (const { winner } of results) {
      await expect(martasPhone.getByText(winner.name, { exact: true }).first()).toBeAttached();
    }
    await martasPhone.keyboard.press('Escape');
    await expect(
      martasPhone.getByText(/This phone computed the same winner itself: line/),
    ).toBeVisible();
  });

  await test.step('one bag is left to draw', async () => {
    await continueButton(remote).tap();
    await expect(martasPhone.getByText('2 of 3 drawn').first()).toBeVisible();
    await expect(remote.getByRole('button', { name: /^Hold to draw/ })).toBeVisible();
  });

  await test.step('its check comes to the same winners', async () => {
    await martasPhone.goto(`${page}/raffle/verify`);
    await expect(martasPhone.getByRole('heading', { name: 'The draw checks out.' })).toBeVisible();
  });

  await test.step('the check of the built product refuses a beacon of another key', async () => {
    await remote.context().unrouteAll();
    await remote.goto(`${page}/raffle/verify`);
    await expect(remote.getByRole('heading', { name: 'Draw 1 does not check out.' })).toBeVisible();
    await expect(remote.getByText('The beacon is signed by its chain').first()).toBeVisible();
  });
  await martasPhone.context().close();
});
