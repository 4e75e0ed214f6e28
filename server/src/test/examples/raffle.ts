import { enteredLead, ownLead } from '@drawbridge/contract/collecting/leads';
import { QUICKNET, roundAt } from '@drawbridge/contract/fair-draw/sealed/beacon';
import { newWebhook } from '@drawbridge/contract/outreach/webhooks';
import { handoverCodes } from '@drawbridge/contract/raffle/handover';
import { raffleResult } from '@drawbridge/contract/raffle/raffle';
import { openedRollCall } from '@drawbridge/contract/raffle/roll-calls';
import {
  callerIn,
  giveAddress,
  newAdministrator,
  newLoginCode,
  password,
} from '../checks/callers.ts';
import { ADMIN } from '../world/accounts.ts';
import type { Examples, Prepare, World } from '../world/example-context.ts';
import { createEvent, createPrize, leadBody, next, verifiedLead } from '../world/fixtures.ts';
import { newVolunteerId } from './accounts.ts';

/** Creates an event with an eligible person. */
async function newRaffle({ api }: World): Promise<string> {
  const { id } = await createEvent(api.admin);
  await verifiedLead(api, id);
  return id;
}

/** Creates an event with a held or a sealed draw. */
async function newDraw(world: World, call: 'draw-winner' | 'seal'): Promise<string> {
  const id = await newRaffle(world);
  await world.api.admin.post(`/api/events/${id}/${call}`, {});
  return id;
}

/** Creates an event with an eligible person and an open roll call. */
async function newRollCall(world: World) {
  const eventId = await newRaffle(world);
  const response = await world.api.admin.post(`/api/events/${eventId}/roll-calls`, {});
  return { eventId, ...response.as(openedRollCall) };
}

const ROUND_1000 =
  'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';

const afterFive: Prepare = () => ({ query: { after: '5' } });

/** Creates a win at the context's event, and returns the digits on the winner's phone. */
export async function newWin({ api, eventId }: World) {
  await verifiedLead(api, eventId);
  const response = await api.admin.post(`/api/events/${eventId}/draw-winner`, {});
  const { number } = response.as(raffleResult);
  const [lead] = await api.sql<[{ entryCode: Buffer }]>`
    select entry_code from leads l join winners w on w.lead_id = l.id
    where w.event_id = ${eventId} and w.number = ${number}`;
  const code = () => handoverCodes(eventId, lead.entryCode, Date.now()).digits;
  return { number: String(number), code };
}

const anyId: Prepare = () => ({ params: { id: crypto.randomUUID() } });

const webhookBody = (eventId: string) => ({
  url: 'https://receiver.invalid/hook',
  kinds: ['lead.created', 'winner.drawn'],
  eventId,
});

/** Creates a webhook of an event without changes. */
export async function newWebhookId({ api }: World): Promise<string> {
  // Calls with arbitrary fields may have reached the limit on webhooks.
  await api.sql`delete from webhooks`;
  const { id: eventId } = await createEvent(api.admin);
  const body = { ...webhookBody(eventId), currentPassword: ADMIN.password };
  return (await api.admin.post('/api/webhooks', body)).as(newWebhook).id;
}

export const raffleExamples: Examples = {
  drawWinner: async (world) => {
    const eventId = await newRaffle(world);
    const { id: prizeId } = await createPrize(world.api.admin, eventId);
    return {
      params: { eventId },
      body: () => ({ id: crypto.randomUUID(), prizeId, phrase: 'three loud cheers' }),
    };
  },
  getEventDraw: async (world) => ({
    params: { eventId: await newDraw(world, 'draw-winner'), number: '1' },
  }),
  sealDraw: async (world) => ({
    params: { eventId: await newRaffle(world) },
    body: () => ({ id: crypto.randomUUID(), prizeId: null }),
  }),
  bringBeacon: async (world) => {
    const eventId = await newRaffle(world);
    const round = roundAt(QUICKNET, Date.now() + 60_000);
    await world.api.admin.post(`/api/events/${eventId}/seal`, { round });
    // A round with a known beacon.
    await world.api.sql`update records set beacon_round = 1000 where event_id = ${eventId}`;
    return { params: { eventId, number: '1' }, body: () => ({ signature: ROUND_1000 }) };
  },
  openRollCall: async (world) => ({
    params: { eventId: await newRaffle(world) },
    body: () => ({ id: crypto.randomUUID() }),
  }),
  closeRollCall: async (world) => ({ params: { eventId: (await newRollCall(world)).eventId } }),
  getRollCall: async (world) => ({ params: { eventId: (await newRollCall(world)).eventId } }),
  sayHere: async (world) => {
    const { eventId, digits } = await newRollCall(world);
    const response = await world.api.anyone.post('/api/leads/public', leadBody(eventId));
    const { entryCode } = response.as(enteredLead);
    return { params: { eventId }, body: () => ({ entryCode, digits }) };
  },
  markHere: async ({ api, eventId }) => {
    const lead = (await api.admin.post('/api/leads', leadBody(eventId))).as(ownLead);
    await api.admin.post(`/api/events/${eventId}/roll-calls`, {});
    return { params: { leadId: lead.id } };
  },
  getEventRegister: async (world) => ({
    params: { eventId: await newDraw(world, 'draw-winner'), number: '1' },
  }),
  getEventRegisterBucket: async (world) => ({
    params: { eventId: await newDraw(world, 'draw-winner'), number: '1', bucket: '0' },
  }),
  voidDraw: async (world) => ({
    params: { eventId: await newDraw(world, 'seal') },
    body: () => ({ id: crypto.randomUUID(), reason: 'The wrong prize' }),
  }),
  forfeitDraw: async (world) => ({
    params: { eventId: await newDraw(world, 'draw-winner'), number: '1' },
    body: () => ({ id: crypto.randomUUID(), reason: 'Not present' }),
  }),
  startDraw: async (world) => ({
    params: { eventId: await newRaffle(world) },
    body: () => ({ id: crypto.randomUUID(), prizeId: null, phrase: '' }),
  }),
  updateEventStage: async (world) => ({
    params: { eventId: await newRaffle(world) },
    body: () => ({ blank: true, phrase: 'three cheers' }),
  }),
  applaud: () => ({ body: () => ({ device: crypto.randomUUID(), claps: 3, hearts: 1 }) }),
  rehearse: () => ({
    body: () => ({ rehearsal: { run: 7, drawn: 1, began: null, phrase: null, round: null } }),
  }),
  watchRaffle: afterFive,
  getMissedMoments: afterFive,
  getEventTicket: async ({ api, eventId }) => {
    const response = await api.anyone.post('/api/leads/public', leadBody(eventId));
    return { params: { ticket: response.as(enteredLead).ticket } };
  },

  handOverPrizeByCode: async (world) => {
    const { code } = await newWin(world);
    return {
      body: () => ({ id: crypto.randomUUID(), code: code() }),
      // Wrong codes are counted per account.
      client: await newAdministrator(world.api),
    };
  },
  handOverPrize: async (world) => ({
    params: { number: (await newWin(world)).number },
    body: () => ({ id: crypto.randomUUID(), note: 'Showed a passport' }),
  }),
  deleteHandover: async (world) => {
    const { number } = await newWin(world);
    const path = `/api/events/${world.eventId}/draws/${number}/handover`;
    await world.api.admin.post(path, { note: 'Showed a passport' });
    return { params: { number }, query: { place: '0' } };
  },
  markReached: async (world) => ({
    params: { number: (await newWin(world)).number },
    body: () => ({ id: crypto.randomUUID() }),
  }),
  deleteReached: async (world) => ({
    params: { number: (await newWin(world)).number },
    query: { place: '0' },
  }),
  exportWinners: () => ({ body: () => ({ format: 'csv', timeZone: 'Asia/Tokyo' }) }),

  askForPasswordLink: () => ({ body: () => ({ email: `nobody${next()}@example.com` }) }),
  setPasswordByLink: async ({ api }) => {
    const code = await newLoginCode(api, (await newAdministrator(api)).user?.id);
    return { body: () => ({ code, newPassword: 'seven brass kettles' }) };
  },
  inviteAdministrator: async ({ api }) => ({
    params: { accountId: (await newAdministrator(api)).user?.id ?? '' },
    body: () => ({ email: `organiser${next()}@example.com` }),
  }),
  inviteVolunteer: async (world) => ({
    params: { volunteerId: await newVolunteerId(world) },
    body: () => ({ email: null }),
  }),
  testMail: async ({ api }) => {
    await giveAddress(api, api.admin.user?.id);
    return {};
  },
  mailLogInLink: async (world) => {
    const volunteerId = await newVolunteerId(world);
    await giveAddress(world.api, volunteerId);
    return { params: { volunteerId } };
  },
  mailWinner: async (world) => {
    const { number } = await newWin(world);
    const [draw] = await world.api.sql<[{ email: string }]>`
      -- Some of the possible winners have no e-mail address.
      update winners set email = coalesce(email, 'winner@example.com')
      where event_id = ${world.eventId} and number = ${number} returning email`;
    return { params: { number }, body: () => ({ id: crypto.randomUUID(), email: draw.email }) };
  },
  showUnsubscribe: anyId,
  unsubscribe: anyId,

  createWebhook: async ({ api, eventId }) => {
    await api.sql`delete from webhooks`;
    return { body: () => webhookBody(eventId) };
  },
  updateWebhook: async (world) => ({
    client: await callerIn(world),
    body: () => ({
      currentPassword: password,
      ...webhookBody(world.eventId),
      disabled: true,
    }),
  }),
  getWebhookDeliveries: () => ({ query: { limit: '5' } }),
  sendDeliveryAgain: async (world) => {
    const webhookId = await newWebhookId(world);
    const payload = { type: 'test', timestamp: new Date().toISOString(), data: { webhookId } };
    // A finished delivery: the worker would write the payload of a waiting one at some time during the test.
    const [sent] = await world.api.sql`
      insert into deliveries (webhook_id, kind, state, attempts, status, payload)
      values (${webhookId}, 'test', 'delivered', 1, 204, ${JSON.stringify(payload)}) returning id`;
    return { params: { webhookId, deliveryId: String(sent?.id) } };
  },
};
