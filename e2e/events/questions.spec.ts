import type { LeadDetails } from '@drawbridge/contract/collecting/personal-data';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import { kinds } from '@drawbridge/contract/events/questions/kinds';
import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from '../harness/axe.ts';
import { cardOf, findEvent } from '../harness/event-dialogs.ts';
import { leadsOf } from '../harness/lead-form.ts';
import { choose } from '../harness/leads.ts';
import { expectNoSidewaysScrolling } from '../harness/overflow.ts';
import { ask } from '../harness/questions.ts';
import { expect, test, toast } from '../harness/test.ts';

// The server refuses a wrong form, and one that another user has changed meanwhile.
test.use({ provoked: /status of (400|409)/ });

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Questions' }).locator('> li');
const toggleOf = (page: Page, name: string) =>
  rowsOf(page).getByRole('button', { name: new RegExp(`^${name}`) });
const labelsOf = ({ questions }: AdminEvent) =>
  questions.flatMap(({ label, archived }) => (archived ? [] : label));

test('a form is built, saved, changed and copied to another event @thorough', async ({
  adminPage: page,
  api,
}) => {
  const event = await api.createEvent();
  const other = await api.createEvent({ status: 'upcoming' });
  const question = page.getByLabel('Question', { exact: true });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const add = page.getByRole('button', { name: 'Add question' });
  const visitors = page.getByRole('form', { name: 'The form for visitors' });
  const volunteers = page.getByRole('form', { name: 'The form for volunteers' });
  const choice = (number: number) => page.getByRole('textbox', { name: `Choice ${number}` });
  const names = rowsOf(page).locator('[aria-expanded] .font-medium');
  // Every kind is answered in the journeys of the forms.
  const added = [kinds.choice, kinds.choices, kinds.rating, kinds.agreement];
  const written = ['Company', ...added.map(({ name }) => `Your ${name}`)];
  await page.goto('/admin/events');
  await cardOf(page, event.name).getByRole('link', { name: event.name }).click();
  await page.getByRole('link', { name: 'Form', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Form' })).toBeFocused();
  await expect(page.getByText('This event is active.')).toBeVisible();

  await test.step('questions of several kinds', async () => {
    await page.getByRole('button', { name: 'Company' }).click();
    await expect(question).toHaveValue('Company');
    await page.getByLabel('Required').check();
    await expect(visitors.getByLabel('Company *')).toBeVisible();
    for (const { name } of added) {
      await add.press('Enter');
      await expect(page.getByRole('menuitem').first()).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(question).toBeFocused();
      await page.keyboard.insertText(`Your ${name}`);
      await choose(page, 'Type', name);
    }
    await expect(names).toHaveText(written);
    await page.getByLabel('Text to accept').fill('I know the rules.');
    await expect(visitors.getByLabel('I know the rules.')).toBeVisible();
    await toggleOf(page, 'Your Rating').click();
    await choose(page, 'Who answers', 'Volunteers');
    // The preview shows the question in the form of those who answer it.
    await expect(volunteers.getByText('More questions (4)')).toBeVisible();
    await expect(volunteers.getByText('Your Rating')).toBeVisible();
    await page.getByRole('tab', { name: 'Visitors' }).click();
    await expect(visitors.getByText('Your Rating')).toHaveCount(0);
    await visitors.getByRole('button', { name: 'Submit Entry' }).click();
    await expect(visitors.getByText('Please answer “Company”')).toBeVisible();
  });

  await test.step('choices, typed and pasted', async () => {
    await toggleOf(page, 'Your One choice').click();
    await choice(2).evaluate((input) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', 'Boats\nTrains\n');
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    });
    await expect(choice(2)).toHaveValue('Trains');
    await expect(visitors.getByRole('radio', { name: 'Trains' })).toBeVisible();
    await page.getByLabel('Also “Other”, with a text').check();
    await visitors.getByRole('radio', { name: 'Other' }).check();
    await expect(visitors.getByLabel('Other: Your One choice')).toBeVisible();
    await toggleOf(page, 'Your Several choices').click();
    await choice(1).fill('Boats');
    await page.keyboard.press('Enter');
    await page.keyboard.type('boats');
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await save.click();
    await expect(toast(page)).toContainText(
      'Question 3, “Your Several choices”: Two choices have the same name',
    );
    await expect(choice(1)).toBeFocused();
    const [told, bar] = [await toast(page).boundingBox(), await save.boundingBox()];
    expect((told?.y ?? 0) + (told?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
    await expect(toggleOf(page, 'Your Several choices')).toContainText('Two choices have the same');
    await choice(2).fill('Kites');
  });

  const order = [...written];
  await test.step('moved by key and by mouse, saved and loaded again', async () => {
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Move Your Agreement' }).press('ArrowUp');
    order.splice(3, 2, 'Your Agreement', 'Your Rating');
    await expect(names).toHaveText(order);
    const [from, to] = [rowsOf(page).nth(1), rowsOf(page).first()];
    await from.getByRole('button', { name: /^Move/ }).hover();
    await page.mouse.down();
    await to.getByRole('button', { name: /^Move/ }).hover();
    await page.mouse.up();
    order.splice(0, 2, 'Your One choice', 'Company');
    await expect(names).toHaveText(order);
    await expect(visitors.locator('label, legend').nth(3)).toHaveText('Your One choice (Optional)');
    await save.click();
    await expect(toast(page)).toContainText('Form saved');
    await expect(page.getByText('All changes are saved')).toBeVisible();
    await page.reload();
    await expect(names).toHaveText(order);
    expect(labelsOf(await findEvent(api, event.name))).toEqual(order);
  });

  await test.step('archived while somebody else saves, and restored', async () => {
    await page.getByRole('button', { name: 'More for Company' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await expect(visitors.getByLabel('Company *')).toHaveCount(0);
    const { questions, questionsVersion: version } = await findEvent(api, event.name);
    const theirs = questions.map((each) => ({ ...each, help: 'Theirs' }));
    await api.call('PUT', `/api/events/${event.id}/questions`, { version, questions: theirs });
    await save.click();
    await expect(page.getByRole('alert')).toContainText('admin changed it last');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await save.click();
    await expect(page.getByText('All changes are saved')).toBeVisible();
    await page.getByText('1 archived question').click();
    await page.getByRole('button', { name: 'Restore Company' }).click();
    await expect(names).toHaveText(order);
    await save.click();
    await expect(page.getByText('All changes are saved')).toBeVisible();
    await page.getByRole('link', { name: 'Events' }).first().click();
    await expect(page).toHaveURL('/admin/events');
  });

  await test.step('copied to another event', async () => {
    await cardOf(page, other.name).getByRole('link', { name: other.name }).click();
    await page.getByRole('link', { name: 'Form', exact: true }).click();
    await page.getByRole('button', { name: 'Copy from another event…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy from another event' });
    await dialog.getByRole('button', { name: /^Event / }).click();
    await page.getByRole('option', { name: event.name }).click();
    await dialog.getByRole('button', { name: 'Copy 5 questions' }).click();
    await page.setViewportSize({ width: 360, height: 740 });
    await toggleOf(page, 'Your Several choices').click();
    await expectNoSidewaysScrolling(page);
    await save.click();
    // The history of when a question was asked differs between events.
    const asked = ({ questions }: AdminEvent) =>
      questions.map((question) => ({ ...question, askedUntil: {} }));
    const one = await findEvent(api, event.name);
    // The toast of an earlier save may still be there, so the event itself is checked.
    await expect.poll(async () => asked(await findEvent(api, other.name))).toEqual(asked(one));
    await expect(toast(page)).toContainText('Form saved');
  });
});

test('texts are translated side by side, and a visitor reads and agrees to them in their language @thorough', async ({
  adminPage: page,
  api,
  browser,
}) => {
  const event = await api.createEvent({ consentNote: 'We call the winners.' });
  const prize = { eventId: event.id, name: 'City bicycle' };
  await api.call('POST', '/api/prizes', prize);
  await ask(api, event, {
    topic: { kind: 'choice', label: 'Topic', choices: [{ id: 'boats', label: 'Boats' }] },
    rules: { kind: 'agreement', label: 'House rules', text: 'I will be kind.', required: true },
  });
  await page.goto(`/admin/events/${event.id}/form`);
  const preview = page.getByRole('form', { name: 'The form for visitors' });
  await expect(preview.getByText('City bicycle')).toBeVisible();
  await page.getByRole('link', { name: 'Languages' }).click();
  await choose(page, 'Translate into', 'Deutsch: 7 missing');
  const status = page.getByRole('status').filter({ hasText: 'missing' });
  await expect(status).toHaveText(/^7 texts missing/);
  const fill = (label: string, text: string, nth = 0) =>
    page.getByLabel(`${label} in Deutsch`, { exact: true }).nth(nth).fill(text);
  await fill('Name', 'Hafenmesse');
  await fill('Consent sentence', 'Wir rufen die Gewinner an.');
  await fill('Question', 'Thema');
  await fill('Choice', 'Boote');
  await fill('Text', 'Ich bin freundlich.');
  await fill('Name', 'Stadtrad', 1);
  await fill('Question', ' ', 1);
  await expect(status).toHaveText(/^1 text missing/);
  await expectNoAxeViolations(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoSidewaysScrolling(page);
  await page.getByRole('link', { name: 'Questions' }).click();
  await page.getByRole('button', { name: /Keep editing/ }).click();
  await page.getByRole('button', { name: 'Save translations' }).click();
  await expect(toast(page)).toContainText('Translations saved');

  const context = await browser.newContext({ locale: 'de-DE' });
  const visitor = await context.newPage();
  await visitor.goto(new URL(`/event/${event.id}/submit`, page.url()).href);
  await expect(visitor.getByRole('heading', { name: 'Hafenmesse' })).toBeVisible();
  await expect(visitor.getByText('Stadtrad')).toBeVisible();
  await expect(visitor.getByText('Wir rufen die Gewinner an.')).toBeVisible();
  await visitor.getByLabel('Boote').check();
  await visitor.getByLabel('Ich bin freundlich.').check();
  // An untranslated text is marked with its own language.
  const legend = visitor.locator('[lang=en]').filter({ hasText: 'House rules' });
  await expect(legend).toBeVisible();
  await visitor.locator('[name=name]').fill('Amara Okafor');
  await visitor.locator('[name=phone]').fill('+44 7700 900121');
  // The input stays in another language.
  await visitor.locator('select[name=lang]').selectOption('fr');
  await expect(visitor.getByRole('heading', { name: event.name })).toBeVisible();
  await visitor.locator('select[name=lang]').selectOption('de');
  await expect(visitor.getByRole('heading', { name: 'Hafenmesse' })).toBeVisible();
  await expect(visitor.locator('[name=name]')).toHaveValue('Amara Okafor');
  await visitor.locator('button[type=submit]').last().click();
  await expect.poll(async () => (await leadsOf(api, event.id)).length).toBe(1);
  const [lead] = await leadsOf(api, event.id);
  const { held } = await api.call<LeadDetails>('GET', `/api/leads/${lead?.id}`);
  expect(held).toMatchObject({
    language: 'de',
    consent: { note: 'Wir rufen die Gewinner an.' },
    answers: [{ answer: 'Boats' }, { text: 'Ich bin freundlich.' }],
  });
  await context.close();
});
