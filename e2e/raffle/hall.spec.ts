import type { EnteredLead } from '@drawbridge/contract/collecting/leads';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { RaffleResult } from '@drawbridge/contract/raffle/raffle';
import { ticketName } from '@drawbridge/contract/raffle/ticket-names';
import type { Browser, Page } from '@playwright/test';
import { addPrize, addVerifiedLead } from '../harness/draws.ts';
import { continueButton, winnerHeading } from '../harness/raffle-stage.ts';
import { expect, phone, test, toast } from '../harness/test.ts';

test.use(phone);
test.setTimeout(180_000);

const youWon = (page: Page) => page.getByRole('dialog', { name: 'You won', exact: true });

/** Opens another phone in the hall, with the ticket of a lead. */
async function openPhone(browser: Browser, url: string, event: AdminEvent, lead: EnteredLead) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const { entryCode: code, name, submittedAt } = lead;
  await page.addInitScript(
    (tickets) => localStorage.setItem('tickets', tickets),
    JSON.stringify([{ eventId: event.id, code, name, submittedAt }]),
  );
  await page.goto(`${url}/event/${event.id}/raffle`);
  return page;
}

test('the wall, the remote and two phones agree from the first choice to a prize that is handed over', async ({
  adminPage,
  browser,
  server: { url },
  api,
}) => {
  const event = await api.createEvent();
  const bicycle = await addPrize(api, event, 'City bicycle', { position: 0 });
  await addPrize(api, event, 'Book token', { position: 1 });
  const [marta, kofi] = [
    await addVerifiedLead(api, event, { name: 'Marta Wright' }),
    await addVerifiedLead(api, event, { name: 'Kofi Mensah' }),
  ];
  const wallContext = await browser.newContext({
    viewport: { width: 1280, height: 720 },
    reducedMotion: 'reduce',
  });
  const wall = await wallContext.newPage();
  await wall.goto(`${url}/event/${event.id}/stage`);
  const martasPhone = await openPhone(browser, url, event, marta);
  const kofisPhone = await openPhone(browser, url, event, kofi);
  let remote = adminPage;
  await remote.goto(`/event/${event.id}/remote`);
  const all = () => [wall, remote, martasPhone, kofisPhone];
  const phones = [martasPhone, kofisPhone];

  /** Takes a page offline during the work; afterwards it must agree with the others. */
  async function whileAway(away: Page, work: () => Promise<void>) {
    await away.context().setOffline(true);
    await work();
    await away.context().setOffline(false);
  }
  async function expectNext(name: string) {
    await expect(wall.getByRole('region', { name, exact: true })).toBeInViewport({ ratio: 1 });
    await expect(remote.getByRole('region', { name: 'On the wall' })).toContainText(
      `Next prize${name}`,
    );
    for (const page of phones) {
      await expect(page.getByText('Next prize')).toBeVisible();
      await expect(page.getByRole('listitem').filter({ hasText: 'Next prize' })).toContainText(
        name,
      );
    }
  }
  async function expectWinner(): Promise<RaffleResult> {
    for (const page of [wall, ...phones]) await expect(winnerHeading(page)).toBeAttached();
    await expect(continueButton(remote)).toBeVisible();
    const results = await api.call<RaffleResult[]>('GET', `/api/events/${event.id}/raffles`);
    const last = results.at(-1) as RaffleResult;
    await expect(winnerHeading(wall)).toBeInViewport({ ratio: 1 });
    for (const page of all()) {
      await expect(page.getByText(last.winner.name, { exact: true }).first()).toBeAttached();
      await expect(page.getByText(ticketName(last.ticket)).first()).toBeAttached();
    }
    return last;
  }
  const phoneOf = ({ winner }: RaffleResult) =>
    winner.name === marta.name ? martasPhone : kofisPhone;
  const button = () => remote.getByRole('button', { name: /^Hold to draw/ });
  async function hold() {
    await button().hover();
    await remote.mouse.down();
    const filling = remote.locator('.remote-hold');
    await expect(filling).toBeAttached();
    await expect(filling).toHaveCount(0);
    await remote.mouse.up();
  }
  const close = (page: Page) => page.getByRole('button', { name: 'Close' }).tap();

  await test.step('idle: the same prize is next everywhere, also after another one was chosen', async () => {
    // The prizes take turns on the wall until one is chosen.
    await expect(wall.getByRole('img', { name: 'QR code of the form' })).toBeVisible();
    await remote.getByRole('button', { name: /City bicycle/ }).tap();
    await expectNext('City bicycle');
    await expect(wall.getByRole('img', { name: 'QR code of the raffle page' })).toBeVisible();
    await expect(wall.getByRole('region', { name: 'In the draw' })).toContainText('2 in the draw');
    await whileAway(kofisPhone, async () => {
      await remote.getByRole('button', { name: /Book token/ }).tap();
    });
    // A short touch draws nothing, and neither does a chosen row.
    await button().tap();
    await expectNext('Book token');
    // Another user chooses on another device.
    await whileAway(remote, async () => {
      await api.call('PATCH', `/api/events/${event.id}/stage`, { prizeId: bicycle.id });
    });
    await expectNext('City bicycle');
    await remote.getByRole('button', { name: /Book token/ }).tap();
    await expectNext('Book token');
    await expect(martasPhone.getByText('Draw 1 is next')).toBeVisible();
  });

  await test.step('a rehearsal plays on wall and remote, with invented winners, and on nothing else', async () => {
    await remote.getByRole('button', { name: 'Rehearse' }).tap();
    await expect(wall.getByText('Rehearsal', { exact: true })).toBeVisible();
    await hold();
    await expect(winnerHeading(wall)).toBeAttached();
    await expect(continueButton(remote)).toBeVisible();
    for (const page of phones) {
      await expect(page.getByText('Next prize')).toBeVisible();
      await expect(page.getByText('Rehearsal')).toHaveCount(0);
    }
    expect(await api.call('GET', `/api/events/${event.id}/raffles`)).toEqual([]);
    await continueButton(remote).tap();
    await remote.getByRole('button', { name: 'End rehearsal' }).tap();
    await expect(wall.getByText('Rehearsal', { exact: true })).toHaveCount(0);
    await expectNext('Book token');
  });

  await test.step('a roll call limits the draw to those who have answered', async () => {
    await remote.getByRole('button', { name: 'Roll call' }).tap();
    const call = remote.getByRole('region', { name: 'Roll call' });
    await expect(call).toContainText(/\d{4}0 of 2 are here/);
    const who = remote.getByRole('group', { name: 'Who takes part?' });
    await expect(who.getByRole('button', { name: 'Here (0)' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(button()).toContainText('Nobody has answered the roll call.');
    const digits = ((await call.textContent()) ?? '').match(/\d{4}/)?.[0];
    for (const { entryCode } of [marta, kofi]) {
      await api.call('POST', `/api/events/${event.id}/here`, { entryCode, digits });
    }
    await expect(who.getByRole('button', { name: 'Here (2)' })).toBeVisible();
    await expect(button()).toContainText('Prize');
    await call.getByRole('button', { name: 'Close roll call' }).tap();
    await expect(call).toHaveCount(0);
  });

  await test.step('without a connection the remote says so at once, and nothing rolls', async () => {
    const accent = (await button().evaluate((it) => getComputedStyle(it).backgroundColor)) ?? '';
    await whileAway(remote, async () => {
      await expect(button()).toContainText('No connection');
      await expect(button()).not.toHaveCSS('background-color', accent);
      await hold();
      await expect(toast(remote)).toContainText('No connection');
      await expect(remote.getByText('Drawing Winner...')).toHaveCount(0);
    });
    await expect(button()).toHaveText(/^Hold to drawPrize/);
    await expect(button()).toHaveCSS('background-color', accent);
  });

  const first = await test.step('a draw, its reveal, and on', async () => {
    await hold();
    const result = await expectWinner();
    await expect(youWon(phoneOf(result))).toContainText('Book token');
    await expect(wall.getByText('Come to the stage')).toBeVisible();
    await expect(wall.getByRole('timer')).toHaveCount(0);
    await remote.getByRole('group', { name: 'Time to claim' }).getByText('2 min').tap();
    await expect(wall.getByRole('timer')).toHaveText(/^[12]:\d\d$/);
    const other = phoneOf(result) === martasPhone ? kofisPhone : martasPhone;
    await expect(other.getByText('was not drawn this time.')).toBeVisible();
    await expect(youWon(other)).toHaveCount(0);
    // Only the presenter continues for everybody.
    await expect(continueButton(other)).not.toHaveCSS('background-color', /^rgb\(/);
    await other.getByRole('button', { name: 'Applaud' }).tap();
    await other.getByRole('button', { name: 'Send a heart' }).tap();
    await expect(wall.locator('.wall-cheer')).toHaveCount(2);
    await close(phoneOf(result));
    // A lost change can be repeated.
    await remote.route('**/stage', (route) => route.abort(), { times: 1 });
    await continueButton(remote).tap();
    await expect(
      remote.getByText('The other screens could not be updated', { exact: true }),
    ).toBeVisible();
    await expect(continueButton(remote)).toBeVisible();
    await whileAway(wall, async () => {
      await continueButton(remote).tap();
      for (const page of phones) await expect(winnerHeading(page)).toHaveCount(0);
    });
    await expectNext('City bicycle');
    return result;
  });

  await test.step('an absent winner forfeits, and the prize is next again', async () => {
    await remote.getByRole('button', { name: 'Not here' }).tap();
    // The question names the ticket, because two winners can have the same name.
    const named = `${first.winner.name} · ${ticketName(first.ticket)}`;
    await remote.getByRole('dialog').getByRole('button', { name: named }).tap();
    await expect(remote.getByRole('dialog')).toContainText(ticketName(first.ticket));
    await remote.getByRole('button', { name: 'Release Prize' }).tap();
    await expect(wall.getByText('Not present', { exact: true })).toBeVisible();
    // The winner is named by the ticket alone.
    await expect(wall.getByText(ticketName(first.ticket)).first()).toBeVisible();
    for (const page of [wall, ...phones]) {
      await expect(page.getByText(first.winner.name)).toHaveCount(0);
    }
    await expectNext('Book token');
    await expect(
      phoneOf(first).getByRole('listitem').filter({ hasText: 'Released' }),
    ).toBeVisible();
  });

  await test.step("it is drawn again, although the presenter's phone dies", async () => {
    await hold();
    await expect(wall.getByText('Drawing Winner...')).toBeVisible();
    await remote.close();
    remote = await adminPage.context().newPage();
    await remote.goto(`${url}/event/${event.id}/remote`);
    const second = await expectWinner();
    expect(second.winner.name).not.toBe(first.winner.name);
    expect(await api.call('GET', `/api/events/${event.id}/raffles`)).toHaveLength(1);
    const winner = phoneOf(second);
    await expect(youWon(winner)).toBeVisible();
    const digits = await winner.locator('[data-handover]').textContent();
    await expect(wall.getByText('Handed over')).toHaveCount(0);
    await remote.getByRole('button', { name: 'Hand over a prize' }).tap();
    await remote.getByRole('textbox', { name: 'Six digits' }).fill(digits ?? '');
    await remote.keyboard.press('Enter');
    await expect(winner.getByRole('heading', { name: 'Handed over' })).toBeVisible();
    await expect(wall.getByText('Handed over', { exact: true })).toBeVisible();
    await close(winner);
    await remote.keyboard.press('Escape');
    await continueButton(remote).tap();
    for (const page of phones) await expect(winnerHeading(page)).toHaveCount(0);
  });
  for (const page of [wall, ...phones]) await page.context().close();
});
