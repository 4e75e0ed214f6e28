import { QUICKNET, roundAt } from '@drawbridge/contract/fair-draw/beacon';
import { enteredLead } from '@drawbridge/contract/leads';
import { createEvent, createPrize, leadBody, verifiedLead } from '../../test/fixtures.ts';
import type { Examples, Prepare, World } from '../../test/world.ts';

/** An event with an eligible person. */
async function newRaffle({ api }: World): Promise<string> {
  const { id } = await createEvent(api.admin);
  await verifiedLead(api, id);
  return id;
}

/** An event with a draw that was held, or one that is sealed. */
async function newDraw(world: World, call: 'draw-winner' | 'seal'): Promise<string> {
  const id = await newRaffle(world);
  await world.api.admin.post(`/api/events/${id}/${call}`, {});
  return id;
}

const ROUND_1000 =
  'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';

const afterFive: Prepare = () => ({ query: { after: '5' } });

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
    // A round whose beacon is known.
    await world.api.sql`update draws set beacon_round = 1000 where event_id = ${eventId}`;
    return { params: { eventId, number: '1' }, body: () => ({ signature: ROUND_1000 }) };
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
  watchRaffle: afterFive,
  getMissedMoments: afterFive,
  getEventTicket: async ({ api, eventId }) => {
    const answer = await api.anyone.post('/api/leads/public', leadBody(eventId));
    return { params: { ticket: answer.as(enteredLead).ticket } };
  },
};
