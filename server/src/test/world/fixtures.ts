import { type OwnLead, ownLead } from '@drawbridge/contract/collecting/leads';
import { type AdminEvent, adminEvent } from '@drawbridge/contract/events/events';
import { type Sponsor, sponsor } from '@drawbridge/contract/events/sponsors';
import { newEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { registrationResponse } from '@drawbridge/contract/login/auth';
import { type Prize, prize } from '@drawbridge/contract/raffle/prizes';
import type { TestApi } from './api.ts';
import type { Client } from './client.ts';

/** An id that does not exist. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

let counter = 0;

/** Returns a different number every time, for unique values. */
export function next(): number {
  counter += 1;
  return counter;
}

export async function createEvent(
  admin: Client,
  fields: Record<string, unknown> = {},
): Promise<AdminEvent> {
  const response = await admin.post('/api/events', {
    name: 'Harbour Winter Fair',
    date: '2026-12-05',
    location: 'Hall 7, Bristol',
    status: 'active',
    languages: null,
    ...fields,
  });
  return response.as(adminEvent);
}

export async function createPrize(
  admin: Client,
  eventId: string,
  fields: Record<string, unknown> = {},
): Promise<Prize> {
  return (await admin.post('/api/prizes', { eventId, name: 'City bicycle', ...fields })).as(prize);
}

export const logo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9' +
  'awAAAABJRU5ErkJggg==';

/** A teal picture of two by two pixels. */
export const picture =
  'data:image/webp;base64,UklGRh4AAABXRUJQVlA4TBEAAAAvAUAAAAfQtT60rf+BiOh/AAA=';

export async function createSponsor(
  { admin, sql }: Pick<TestApi, 'admin' | 'sql'>,
  eventId: string,
): Promise<Sponsor> {
  // Calls with arbitrary fields may have reached the event's limit on sponsors.
  await sql`delete from sponsors where event_id = ${eventId}`;
  return (await admin.post('/api/sponsors', { eventId, name: 'Acme', logo })).as(sponsor);
}

/** A body with all fields of a sponsor. */
export const sponsorBody = () => ({ name: 'Acme', logo, position: 1 });

/** A body with all fields of an event. */
export const eventBody = () => ({
  name: 'Founders Breakfast',
  date: '2027-01-14',
  location: 'The Exchange',
  status: 'upcoming',
  totalAmountCollected: '12.50',
  roa: '-3',
  country: 'GB',
  language: 'en',
  languages: ['en', 'de'],
  currency: 'EUR',
  timeZone: 'Europe/London',
  drawAt: '2026-12-05T17:30',
  winnerDisplay: 'short',
  organiser: 'Harbour Traders',
  privacyText: 'We keep your number\nuntil the draw.',
  privacyUrl: 'https://example.com/privacy',
  consentNote: 'By submitting, you enter the raffle.',
  marketingText: 'Tell me about future events.',
  retentionDays: 90,
  maxChances: 1,
  checklist: 'open',
  receipts: false,
  logo: picture,
  cover: picture,
  accent: '#0f766e',
});

/** A body with all fields of a lead. */
export const leadBody = (eventId: string) => ({
  id: crypto.randomUUID(),
  eventId,
  ...newContact(),
  entryCode: newEntryCode(),
  consentVersion: 1,
  marketing: true,
});

/** Contact details of a new person, different from all others. */
export function newContact() {
  const n = String(next()).padStart(6, '0');
  return { name: `Visitor ${n}`, phone: `07700 ${n}`, email: `visitor${n}@example.com` };
}

export async function submitLead(
  client: Client,
  eventId: string,
  fields: Record<string, unknown> = {},
): Promise<OwnLead> {
  const response = await client.post('/api/leads/public', { eventId, ...newContact(), ...fields });
  return response.as(ownLead);
}

/** Creates a lead that is eligible in the raffle. */
export async function verifiedLead(
  { anyone, admin }: Pick<TestApi, 'anyone' | 'admin'>,
  eventId: string,
  fields: Record<string, unknown> = {},
): Promise<OwnLead> {
  const lead = await submitLead(anyone, eventId, fields);
  return (await admin.patch(`/api/leads/${lead.id}`, { status: 'verified' })).as(ownLead);
}

/** Creates a volunteer with a session, assigned to the given events. */
export async function createVolunteer(
  { anyone, admin }: Pick<TestApi, 'anyone' | 'admin'>,
  eventIds: string[] = [],
): Promise<{ id: string; username: string; password: string; client: Client }> {
  const account = { username: `volunteer${next()}`, password: 'secret-enough' };
  const response = await admin.post('/api/auth/register', { fullName: 'Priya Shah', ...account });
  const { user } = response.as(registrationResponse);
  for (const eventId of eventIds) {
    await admin.post('/api/volunteer-assignments', { volunteerId: user.id, eventId });
  }
  return { id: user.id, ...account, client: await anyone.signIn(account) };
}
