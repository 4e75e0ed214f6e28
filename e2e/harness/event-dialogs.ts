import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { Locator, Page } from '@playwright/test';
import type { Api } from './api.ts';

export function cardOf(page: Page, name: string): Locator {
  return page.getByRole('article', { name });
}

/** Presses a button on the event's card, and returns the dialog that it opens. */
export async function openFromCard(
  page: Page,
  event: AdminEvent,
  button: string,
  dialog: string,
): Promise<Locator> {
  await cardOf(page, event.name).getByRole('button', { name: button, exact: true }).click();
  return page.getByRole('dialog', { name: dialog });
}

export async function openCreateDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Create Event' }).click();
  return page.getByRole('dialog', { name: 'Create Event' });
}

export function dateIn(dialog: Locator): Locator {
  return dialog.getByLabel('Date', { exact: true });
}

/** Fills in the required fields of an event. */
export async function fillBasics(dialog: Locator, name: string, day = '2026-12-15'): Promise<void> {
  await dialog.getByLabel('Event Name').fill(name);
  await dateIn(dialog).fill(day);
  await dialog.getByLabel('Location').fill('The Exchange');
}

export async function findEvent(api: Api, name: string): Promise<AdminEvent> {
  const events = await api.call<AdminEvent[]>('GET', '/api/events');
  const event = events.find((each) => each.name === name);
  if (!event) throw new Error(`There is no event ${name}`);
  return event;
}

/** Opens the options that most events leave at their defaults. */
export async function openMoreOptions(dialog: Locator): Promise<void> {
  await dialog.getByText('More options').click();
}

/** The button that opens the list of countries. */
export function countryIn(dialog: Locator): Locator {
  return dialog.getByRole('button', { name: /^Country / });
}
