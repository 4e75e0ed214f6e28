import type { Locator, Page } from '@playwright/test';
import type { Account, Api } from './api.ts';
import { expect, toast } from './test.ts';

/** Ends the session of the page on the server, without the page's knowledge. */
export async function endSession(page: Page, api: Api): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${api.url}/api/auth/logout`, { method: 'POST', headers });
  expect(response.status).toBe(200);
}

export async function logInAgain(page: Page, { username, password }: Account): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Creates a volunteer who is assigned to a new event. */
export async function assignedVolunteer(api: Api) {
  const event = await api.createEvent();
  const volunteer = await api.createVolunteer();
  const assignment = await api.assign(volunteer.user.id, event.id);
  return { event, volunteer, assignment };
}

/** Opens the screen of a volunteer who is assigned to a new event. */
export async function openVolunteerScreen(
  page: Page,
  api: Api,
  signIn: (account: Account) => Promise<void>,
  address = '/volunteer/leads',
) {
  const arranged = await assignedVolunteer(api);
  await signIn(arranged.volunteer);
  await page.goto(address);
  await expect(page.getByRole('article', { name: arranged.event.name })).toBeVisible();
  return arranged;
}

/** Adds an attendee through the form, and waits until the screen says that it is safe. */
export async function enterLead(page: Page, name: string, phone: string): Promise<void> {
  await page.getByLabel('Full Name *').fill(name);
  await page.getByLabel('Phone Number *').fill(phone);
  await page.getByRole('button', { name: 'Add Lead' }).click();
  await expect(lastLead(page)).toContainText(name);
  await expect(toast(page)).toContainText('Lead added');
  await expect(page.getByLabel('Full Name *')).toHaveValue('');
}

/** The section about the person who was just added. */
export const lastLead = (page: Page) => page.getByRole('region', { name: 'Last lead' });

/** The line about unsent leads. */
export function outboxLine(page: Page) {
  return page.getByRole('status', { name: 'Unsent leads' });
}

/** The names of an event's leads, in order. */
export async function namesAt(api: Api, eventId: string): Promise<string[]> {
  const leads = await api.call<{ name: string }[]>('GET', `/api/leads?eventId=${eventId}`);
  return leads.map(({ name }) => name).sort();
}

/** Waits until the volunteer's screen can open without a network. */
export async function readyOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise((resolve) => active?.addEventListener('statechange', resolve));
  });
}

/** Types as a hand scanner does, a key every five milliseconds, however busy the machine is. */
export async function scan(field: Locator, badge: string): Promise<void> {
  await field.evaluate((input, text) => {
    const start = performance.now();
    for (const [index, key] of [...text].entries()) {
      const typed = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      Object.defineProperty(typed, 'timeStamp', { value: start + index * 5 });
      if (input.dispatchEvent(typed)) document.execCommand('insertText', false, key);
    }
  }, badge);
}
