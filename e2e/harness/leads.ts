import { IMPORT_CHUNK_MAX } from '@drawbridge/contract/collecting/imports';
import type { LeadStatus } from '@drawbridge/contract/collecting/lead-values';
import type { AdminLead } from '@drawbridge/contract/collecting/leads';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { Page } from '@playwright/test';
import type { Api } from './api.ts';
import { leadsOf } from './lead-form.ts';

interface GivenLead {
  name: string;
  phone?: string;
  email?: string;
  /** The source of the lead: an administrator, a volunteer's own API, or `public` for the form. */
  by?: Api | 'public';
  status?: LeadStatus;
}

let lastPhone = 0;

/** Adds leads one after the other, so that the last one is the newest. */
export async function addLeads(
  api: Api,
  event: AdminEvent,
  given: readonly GivenLead[],
): Promise<AdminLead[]> {
  const ids: string[] = [];
  for (const { name, phone = nextPhone(), email, by = api, status = 'pending' } of given) {
    const { id } = await (by === 'public' ? api : by).call<AdminLead>(
      'POST',
      by === 'public' ? '/api/leads/public' : '/api/leads',
      { eventId: event.id, name, phone, email },
    );
    if (status !== 'pending') await api.call('PATCH', `/api/leads/${id}`, { status: 'verified' });
    if (status === 'promoted') await api.call('PATCH', `/api/leads/${id}`, { status });
    ids.push(id);
  }
  const leads = await leadsOf(api, event.id);
  return ids.map((id) => {
    const lead = leads.find((other) => other.id === id);
    if (!lead) throw new Error(`There is no lead ${id}`);
    return lead;
  });
}

/** Adds many leads at once, with names made from their numbers. */
export async function importLeads(
  api: Api,
  event: AdminEvent,
  count: number,
  nameOf: (number: number) => string,
): Promise<void> {
  const id = crypto.randomUUID();
  await api.call('POST', '/api/imports', { id, eventId: event.id });
  for (let first = 1; first <= count; first += IMPORT_CHUNK_MAX) {
    const length = Math.min(IMPORT_CHUNK_MAX, count - first + 1);
    const numbers = Array.from({ length }, (_, n) => first + n);
    await api.call('POST', `/api/imports/${id}/rows`, {
      rows: numbers.map((row) => ({ row, name: nameOf(row), phone: nextPhone() })),
    });
  }
  const commit = { rows: count, duplicates: 'import' };
  await api.call('POST', `/api/imports/${id}/commit`, commit);
}

export async function openLeads(page: Page, { id }: AdminEvent): Promise<void> {
  await page.goto(`/admin/leads?event=${id}`);
}

/** Picks an option of the select with this label. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

function nextPhone(): string {
  lastPhone += 1;
  return `07${String(lastPhone).padStart(9, '0')}`;
}
