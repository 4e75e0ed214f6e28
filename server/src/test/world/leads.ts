import { randomUUID } from 'node:crypto';
import type { LeadStatus } from '@drawbridge/contract/collecting/lead-values';
import { type AdminLead, adminLead } from '@drawbridge/contract/collecting/leads';
import type { LeadSource } from '@drawbridge/contract/events/lead-sources';
import { readPhone } from '@drawbridge/contract/phones/phone-key';
import { z } from 'zod';
import type { TestApi } from './api.ts';
import { next } from './fixtures.ts';

interface LeadRow {
  id: string;
  eventId: string;
  name: string;
  phone: string;
  email: string | null;
  status: LeadStatus;
  source: LeadSource;
  submittedAt: string;
}

/** Inserts leads exactly as given, including times, which the API does not allow. */
export async function insertLeads(
  { sql }: TestApi,
  eventId: string,
  rows: Partial<LeadRow>[],
): Promise<LeadRow[]> {
  const leads = rows.map((row) => ({
    id: randomUUID(),
    eventId,
    name: `Guest ${next()}`,
    phone: `0770${String(next()).padStart(7, '0')}`,
    email: null,
    status: 'pending' as const,
    source: 'qr' as const,
    submittedAt: '2024-05-15T09:00:00.000Z',
    ...row,
  }));
  const stored = leads.map((lead) => ({ ...lead, ...readPhone(lead.phone, 'GB') }));
  await sql`
    insert into leads (id, event_id, name, phone, phone_key, phone_valid, email, status, source,
                       submitted_at, verified_at, fingerprint)
    select id, "eventId", name, phone, key, valid, email, status, source, "submittedAt",
           case when status <> 'pending' then "submittedAt" end, sha256('')
    from jsonb_to_recordset(${JSON.stringify(stored)}) as t (
      id uuid, "eventId" uuid, name text, phone text, key text, valid boolean, email text,
      status text, source text, "submittedAt" timestamptz)`;
  return leads;
}

/** A time in minutes after nine on the day before the fair. */
export const at = (minute: number) => new Date(Date.UTC(2024, 4, 15, 9, minute)).toISOString();

export const adminLeads = z.array(adminLead.strict());

/** The leads as administrators see them, newest first. */
export async function listLeads(api: TestApi, query = ''): Promise<AdminLead[]> {
  return (await api.admin.get(`/api/leads${query}`)).as(adminLeads);
}

export const idsOf = (leads: { id: string }[]) => leads.map(({ id }) => id);
export const namesOf = (leads: { name: string }[]) => leads.map(({ name }) => name);
