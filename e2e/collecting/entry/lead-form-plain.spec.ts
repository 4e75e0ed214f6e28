import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from '../../harness/axe.ts';
import { addPrize } from '../../harness/draws.ts';
import { fillInForm, formFields, leadsOf } from '../../harness/lead-form.ts';
import { PICTURE } from '../../harness/logo.ts';
import { expectNoSidewaysScrolling } from '../../harness/overflow.ts';
import { ask, manyQuestions } from '../../harness/questions.ts';
import { expect, phone, test } from '../../harness/test.ts';

/** The classes on the page that are in none of its style rules. */
function unstyledClasses(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const rules = [...document.querySelectorAll('style')].map((style) => style.textContent).join();
    const used = [...document.body.querySelectorAll('[class]')].flatMap((element) => [
      ...element.classList,
    ]);
    return [...new Set(used)].filter(
      // The icons' own names are not our styles.
      (name) => !rules.includes(`.${CSS.escape(name)}`) && !name.startsWith('lucide'),
    );
  });
}

/** Answers `manyQuestions`, and returns the answers that the lead then has. */
async function answerAll(page: Page): Promise<void> {
  await page.getByLabel('Company *').fill('Acme & Sons');
  await page.getByLabel('Notes').fill('Boats.\nMore boats.');
  await page.getByRole('textbox', { name: 'Staff' }).fill('12');
  await page.getByLabel('Since').fill('2020-02-29');
  const topic = page.getByRole('group', { name: 'Topic (Optional)' });
  await expect(topic.getByRole('textbox')).toBeHidden();
  await topic.getByRole('radio', { name: 'Other' }).check();
  await topic.getByRole('textbox').fill('Kites');
  await page.getByLabel('Region').selectOption('Region 30');
  const topics = page.getByRole('group', { name: 'Topics' });
  await expect(topics).toHaveAccessibleDescription('Everything counts.');
  for (const name of ['Boats', 'Trains']) await topics.getByRole('checkbox', { name }).check();
  await page.getByRole('radio', { name: 'No', exact: true }).check();
  await page.getByRole('group', { name: 'Warm' }).getByText('4').click();
  await page.getByRole('checkbox', { name: 'Be kind.' }).check();
}

const allAnswers = (ids: Record<keyof typeof manyQuestions, string>) => ({
  [ids.company]: 'Acme & Sons',
  [ids.notes]: 'Boats.\nMore boats.',
  [ids.staff]: 12,
  [ids.since]: '2020-02-29',
  [ids.topic]: { other: 'Kites' },
  [ids.region]: 'r29',
  [ids.topics]: ['boats', 'trains'],
  [ids.buyer]: false,
  [ids.warm]: 4,
  [ids.rules]: 1,
});

test.describe('without scripts', () => {
  test.use({ ...phone, javaScriptEnabled: false });

  test('an unknown event is not found: at the form, a short address and the raffle', async ({
    page,
  }) => {
    for (const path of [
      '/event/no-event/submit',
      '/lead/no-event',
      '/e/zzzzzz',
      '/event/no-event/raffle',
    ]) {
      const response = await page.goto(path);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible();
      await expectNoSidewaysScrolling(page);
    }
  });

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
    // The button is visible on a small phone without scrolling.
    await page.setViewportSize({ width: 360, height: 640 });
    await expect(page.getByRole('button', { name: 'Submit Entry' })).toBeInViewport({ ratio: 1 });
    expect((await page.locator('header').boundingBox())?.height).toBeLessThanOrEqual(140);
    await page.getByText('How we use your details').click();
    await expect(page.getByText('We keep your number until the draw.')).toBeVisible();
    await expect(page.getByText('Anyone can check the draws.')).toBeVisible();
    const link = page.getByRole('link', { name: 'Privacy notice' });
    await expect(link).toHaveAttribute('href', 'https://example.com/privacy');
    await expect(link).toHaveAttribute('rel', /noopener/);

    // The same page on a desktop, with questions.
    const ids = await ask(api, event, manyQuestions);
    await page.reload();
    await page.setViewportSize({ width: 1440, height: 900 });
    const { name, phone: number, email, submit } = formFields(page);
    await fillInForm(page);
    await number.fill('0770');
    const box = page.getByRole('checkbox', { name: 'Tell me about future events.' });
    await expect(box).not.toBeChecked();
    await box.check();
    await answerAll(page);
    await page.getByRole('textbox', { name: 'Staff' }).fill('many');
    await page.getByRole('checkbox', { name: 'Be kind.' }).uncheck();
    await submit.click();
    await expect(number).toHaveAccessibleDescription('Phone number must be at least 10 digits');
    await expect(page.getByRole('group', { name: 'Rules *' })).toHaveAccessibleDescription(
      'Please accept “Rules”',
    );
    const staff = page.getByRole('textbox', { name: 'Staff' });
    await expect(staff).toHaveAccessibleDescription('“Staff” must be a number, such as 1500');
    await expect(page.getByLabel('Notes')).toHaveValue('Boats.\nMore boats.');
    await staff.fill('12');
    await page.getByRole('checkbox', { name: 'Be kind.' }).check();
    await expect(name).toHaveValue('Amara Okafor');
    await expect(email).toHaveValue('Amara@Example.com');
    await expect(box).toBeChecked();
    await number.fill('07700 900121');
    await email.press('Enter');

    await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
    expect((await leadsOf(api, event.id))[0]?.answers).toEqual(allAnswers(ids));
    await expect(page.getByText('Take a picture of this page to keep your ticket.')).toBeVisible();
    await expect(page.getByRole('img', { name: 'Entry code as a QR code' })).toBeVisible();
    // Buttons that need scripts are not rendered.
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

  test('the form is complete and styled, what is typed stays when they arrive, and Submit does not wait for them @thorough', async ({
    page,
    api,
  }) => {
    const event = await api.createEvent({
      organiser: 'Harbour Traders',
      privacyText: 'Kept.',
      marketingText: 'Tell me about future events.',
    });
    await addPrize(api, event, 'Bicycle', { value: '£400', picture: PICTURE });
    for (const name of ['Headphones', 'Book token', 'Kite']) await addPrize(api, event, name);
    const ids = await ask(api, event, manyQuestions);
    const release = await holdScripts(page);
    await page.goto(`/event/${event.id}/submit`, { waitUntil: 'commit' });
    const { name, phone: number, submit } = formFields(page);
    await name.fill('Amara Okafor');
    await number.fill('call');
    await page.getByRole('checkbox', { name: 'Tell me about' }).check();
    await answerAll(page);
    await page.getByLabel('Company *').fill(' ');
    expect(await unstyledClasses(page)).toEqual([]);
    // Pictures of prizes stand beside each other.
    const tops = await page
      .getByRole('list', { name: 'Prizes' })
      .getByRole('listitem')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    expect(new Set(tops.slice(0, 3)).size).toBe(1);
    await expectNoSidewaysScrolling(page);

    release();
    // Only scripts report a mistake without a new page.
    await page.waitForLoadState('networkidle');
    await expect(name).toHaveValue('Amara Okafor');
    await submit.click();
    await expect(number).toHaveAccessibleDescription('Phone number must be at least 10 digits');
    await expect(number).toBeFocused();
    const company = page.getByLabel('Company *');
    await expect(company).toHaveAccessibleDescription('Please answer “Company”');
    await expectNoAxeViolations(page);
    await number.fill('07700 900121');
    await submit.click();
    await expect(company).toBeFocused();
    await company.fill('Acme & Sons');

    // A problem that only the server can find is shown at the question.
    const broken = { type: '', title: 'No.', status: 400, code: 'invalid-input' };
    const fields = [{ field: `answers.${ids.warm}`, message: 'Not today' }];
    const refuse = { status: 400, contentType: 'application/problem+json' };
    await page.route(
      '**/api/leads/public',
      (route) => route.fulfill({ ...refuse, body: JSON.stringify({ ...broken, fields }) }),
      { times: 1 },
    );
    await submit.click();
    const warm = page.getByRole('group', { name: 'Warm' });
    await expect(warm).toHaveAccessibleDescription('Not today');
    await expect(warm.getByRole('radio').first()).toBeFocused();
    await submit.click();
    await expect(page.getByRole('heading', { name: 'Thank You' })).toBeFocused();
    expect(await unstyledClasses(page)).toEqual([]);
    expect(await leadsOf(api, event.id)).toMatchObject([
      { name: 'Amara Okafor', marketing: true, answers: allAnswers(ids) },
    ]);
    await page.getByRole('button', { name: 'Enter another person' }).click();
    await expect(company).toHaveValue('');
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);

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

    expect(await leadsOf(api, other.id)).toHaveLength(1);
  });

  test('a press before they arrive is not lost, nor is what was typed, and the pages are light on a dark phone', {
    tag: '@thorough',
  }, async ({ page, api }) => {
    const event = await api.createEvent();
    await addPrize(api, event, 'City bicycle');
    await page.emulateMedia({ colorScheme: 'dark' });
    const release = await holdScripts(page);
    await page.goto(`/event/${event.id}/raffle`, { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveClass('light');
    await page.getByRole('button', { name: 'Draw Winner' }).tap();
    release();
    const dialog = page.getByRole('alertdialog', { name: 'Only an organiser can draw' });
    await expect(dialog).toBeVisible();

    const releaseAgain = await holdScripts(page);
    await page.goto(`/event/${event.id}/raffle/verify`, { waitUntil: 'commit' });
    await page.getByLabel('Entry code').fill('HELLO');
    await page.getByRole('button', { name: 'Look for me' }).tap();
    releaseAgain();
    await expect(page.getByLabel('Entry code')).toHaveAccessibleDescription(/“HELLO” is not/);
  });
});
