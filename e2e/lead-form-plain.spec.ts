import type { Page } from '@playwright/test';
import { addPrize } from './harness/draws.ts';
import { fillInForm, formFields, leadsOf } from './harness/lead-form.ts';
import { expectNoSidewaysScrolling } from './harness/sideways.ts';
import { expect, phone, test } from './harness/test.ts';

/** The classes on the page that none of its style rules mentions. */
function unstyledClasses(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const rules = [...document.querySelectorAll('style')].map((style) => style.textContent).join();
    const used = [...document.body.querySelectorAll('[class]')].flatMap((element) => [
      ...element.classList,
    ]);
    return [...new Set(used)].filter(
      // The icons' own names are no styles of ours.
      (name) => !rules.includes(`.${CSS.escape(name)}`) && !name.startsWith('lucide'),
    );
  });
}

test('without scripts the other pages say something too', async ({ browser, baseURL, api }) => {
  // Not the watched page, because this browser counts scripts that it may not load as refused by us.
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  const event = await api.createEvent();
  await addPrize(api, event, 'City bicycle');
  const says: Record<string, string> = {
    raffle: 'City bicycle',
    stage: 'City bicycle',
    ticket: 'Switch scripts on to see it.',
    'raffle/verify': 'Check the draw',
  };
  for (const [name, text] of Object.entries(says)) {
    await page.goto(`/event/${event.id}/${name}`);
    for (const part of [text, event.name]) expect(await page.content()).toContain(part);
  }
  // A browser would send the password in the address.
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeDisabled();
  await context.close();
});

test.describe('without scripts', () => {
  test.use({ ...phone, javaScriptEnabled: false });

  test('a visitor corrects a mistake and enters the raffle', async ({ page, api }) => {
    const event = await api.createEvent({
      organiser: 'Harbour Traders',
      privacyText: 'We keep your number until the draw.',
      privacyUrl: 'https://example.com/privacy',
      marketingText: 'Tell me about future events.',
    });
    for (const position of [1, 2, 3, 4]) {
      const prize = { eventId: event.id, name: `Prize ${position}`, position };
      await api.call('POST', '/api/prizes', prize);
    }
    await page.goto(`/lead/${event.id}`);
    await expect(page.getByRole('heading', { name: event.name })).toBeVisible();
    await expect(page.getByText('Organised by Harbour Traders')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Prizes' }).getByRole('listitem')).toHaveText([
      'Prize 1',
      'Prize 2',
      'Prize 3',
      '+ 1 more',
    ]);
    await page.getByText('How we use your details').click();
    await expect(page.getByText('We keep your number until the draw.')).toBeVisible();
    const link = page.getByRole('link', { name: 'Privacy notice' });
    await expect(link).toHaveAttribute('href', 'https://example.com/privacy');
    await expect(link).toHaveAttribute('rel', /noopener/);

    // The same page on a desktop.
    await page.setViewportSize({ width: 1440, height: 900 });
    const { name, phone: number, email, submit } = formFields(page);
    await fillInForm(page);
    await number.fill('0770');
    const box = page.getByRole('checkbox', { name: 'Tell me about future events.' });
    await expect(box).not.toBeChecked();
    await box.check();
    await submit.click();
    await expect(number).toHaveAccessibleDescription('Phone number must be at least 10 digits');
    await expect(name).toHaveValue('Amara Okafor');
    await expect(email).toHaveValue('Amara@Example.com');
    await expect(box).toBeChecked();
    await number.fill('07700 900121');
    await email.press('Enter');

    await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
    await expect(page.getByText('Take a picture of this page to keep your ticket.')).toBeVisible();
    await expect(page.getByRole('img', { name: 'Entry code as a QR code' })).toBeVisible();
    // Buttons that only scripts can make work are not there.
    await expect(page.getByRole('button')).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
    expect(await leadsOf(api, event.id)).toMatchObject([
      { name: 'Amara Okafor', phone: '07700900121', email: 'amara@example.com', marketing: true },
    ]);
    await expect(page.getByRole('link', { name: 'Watch the draw live' })).toHaveAttribute(
      'href',
      `/event/${event.id}/raffle`,
    );
  });
});

test.describe('on a phone with slow scripts', () => {
  test.use(phone);

  /** Lets the page's scripts arrive only when they are released. */
  async function holdScripts(page: Page): Promise<() => void> {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    return release;
  }

  test('the form is complete and styled, what is typed stays when they arrive, and Submit does not wait for them', async ({
    page,
    api,
  }) => {
    const event = await api.createEvent({
      organiser: 'Harbour Traders',
      privacyText: 'Kept.',
      marketingText: 'Tell me about future events.',
    });
    await api.call('POST', '/api/prizes', { eventId: event.id, name: 'Bicycle', value: '£400' });
    const release = await holdScripts(page);
    await page.goto(`/event/${event.id}/submit`, { waitUntil: 'commit' });
    const { name, phone: number, submit } = formFields(page);
    await name.fill('Amara Okafor');
    await number.fill('call');
    await page.getByRole('checkbox').check();
    expect(await unstyledClasses(page)).toEqual([]);
    await expectNoSidewaysScrolling(page);

    release();
    // Only scripts tell a mistake without a new page.
    await page.waitForLoadState('networkidle');
    await expect(name).toHaveValue('Amara Okafor');
    await submit.click();
    await expect(number).toHaveAccessibleDescription('Phone number must be at least 10 digits');
    await expect(number).toBeFocused();
    await number.fill('07700 900121');
    await submit.click();
    await expect(page.getByRole('heading', { name: 'Thank You' })).toBeFocused();
    expect(await unstyledClasses(page)).toEqual([]);
    expect(await leadsOf(api, event.id)).toMatchObject([{ name: 'Amara Okafor', marketing: true }]);

    const other = await api.createEvent();
    const releaseAgain = await holdScripts(page);
    await page.goto(`/lead/${other.id}`, { waitUntil: 'commit' });
    await fillInForm(page);
    await formFields(page).submit.click({ noWaitAfter: true });
    const heading = page.getByRole('heading', { name: 'Thank You' });
    await expect(heading).toBeVisible();
    releaseAgain();
    await expect(page.getByRole('button', { name: 'Save ticket' })).toBeVisible();
    await expect(page.getByText('This ticket stays on this device.')).toBeVisible();

    await page.reload();
    await expect(page.getByRole('link', { name: 'Your ticket' })).toBeVisible();
    expect(await leadsOf(api, other.id)).toHaveLength(1);
  });
});
