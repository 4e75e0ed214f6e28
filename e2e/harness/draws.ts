import type { EnteredLead } from '@drawbridge/contract/collecting/leads';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { DrawList } from '@drawbridge/contract/fair-draw/draws';
import type { Prize } from '@drawbridge/contract/raffle/prizes';
import type { Api } from './api.ts';

let lastPhone = 0;

interface Details {
  name?: string;
  phone?: string;
  email?: string;
}

/** Adds a new person, whose lead is not verified yet. */
export function addUnverifiedLead(
  api: Api,
  { id: eventId }: AdminEvent,
  { name = 'Amara Okafor', phone = nextPhone(), email }: Details = {},
): Promise<EnteredLead> {
  return api.call('POST', '/api/leads', { eventId, name, phone, email });
}

/** Adds a new person who can win. */
export async function addVerifiedLead(
  api: Api,
  event: AdminEvent,
  details: Details = {},
): Promise<EnteredLead> {
  const lead = await addUnverifiedLead(api, event, details);
  await api.call('PATCH', `/api/leads/${lead.id}`, { status: 'verified' });
  return lead;
}

export function addPrize(
  api: Api,
  { id: eventId }: AdminEvent,
  name = 'City bicycle',
  given: Partial<Prize> = {},
): Promise<Prize> {
  return api.call('POST', '/api/prizes', { eventId, name, ...given });
}

/** Draws; a draw with a phrase is sealed first, as in a hall. */
export async function draw(
  api: Api,
  event: AdminEvent,
  { prizeId = null, phrase = '' }: { prizeId?: string | null | undefined; phrase?: string } = {},
): Promise<void> {
  if (phrase) await seal(api, event, prizeId);
  await api.call('POST', `/api/events/${event.id}/draw-winner`, { prizeId, phrase });
}

export async function seal(api: Api, event: AdminEvent, prizeId: string | null = null) {
  await api.call('POST', `/api/events/${event.id}/seal`, { prizeId });
}

/** Forfeits the win of a draw. */
export async function forfeit(
  api: Api,
  event: AdminEvent,
  number: number,
  reason = 'Not present',
): Promise<void> {
  await api.call('POST', `/api/events/${event.id}/draws/${number}/forfeit`, { reason });
}

export function readDraws(api: Api, event: AdminEvent): Promise<DrawList> {
  return api.call('GET', `/api/events/${event.id}/draws`);
}

/** An event with five people, two winners, and a void draw in between. */
export async function holdRaffle(api: Api) {
  const event = await api.createEvent();
  const leads: EnteredLead[] = [];
  for (let n = 0; n < 5; n += 1) leads.push(await addVerifiedLead(api, event));
  const bicycle = await addPrize(api, event, 'City bicycle');
  await draw(api, event, { prizeId: bicycle.id });
  await seal(api, event);
  await api.call('POST', `/api/events/${event.id}/void`, { reason: 'The projector failed' });
  await draw(api, event, { phrase: 'seven purple walruses' });
  return { event, leads, path: `/event/${event.id}/raffle/verify` };
}

function nextPhone(): string {
  lastPhone += 1;
  return `0780${String(lastPhone).padStart(7, '0')}`;
}
