import type { AdminLead } from '@drawbridge/contract/collecting/leads';
import { expect, type Page } from '@playwright/test';
import type { Api } from './api.ts';

export const formFields = (page: Page) => ({
  name: page.getByLabel('Full Name *'),
  phone: page.getByLabel('Phone Number *'),
  email: page.getByLabel('Email Address (Optional)'),
  submit: page.getByRole('button', { name: /Submit/ }),
});

export async function fillInForm(page: Page, name = 'Amara Okafor'): Promise<void> {
  const fields = formFields(page);
  await fields.name.fill(name);
  await fields.phone.fill('+44 7700 900121');
  await fields.email.fill('Amara@Example.com');
}

/** Enters a person with the keyboard: Enter moves on, and submits in the last field. */
export async function enterWithKeys(page: Page, name: string): Promise<void> {
  const fields = formFields(page);
  await fields.name.focus();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(fields.phone).toBeFocused();
  await page.keyboard.type('07700 900121');
  await page.keyboard.press('Enter');
  await expect(fields.email).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeFocused();
}

export function leadsOf(api: Api, eventId: string): Promise<AdminLead[]> {
  return api.call('GET', `/api/leads?eventId=${eventId}`);
}
