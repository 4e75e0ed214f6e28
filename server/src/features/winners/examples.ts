import { handoverCodes } from '@drawbridge/contract/handover';
import { raffleResult } from '@drawbridge/contract/raffle';
import { newAdministrator } from '../../test/callers.ts';
import { verifiedLead } from '../../test/fixtures.ts';
import type { Examples, World } from '../../test/world.ts';

/** A win at the world's event, and the digits that the winner's phone shows. */
export async function newWin({ api, eventId }: World) {
  await verifiedLead(api, eventId);
  const answer = await api.admin.post(`/api/events/${eventId}/draw-winner`, {});
  const { number } = answer.as(raffleResult);
  const [lead] = await api.sql<[{ entryCode: Buffer }]>`
    select entry_code from leads l join draws d on d.winner_id = l.id
    where d.event_id = ${eventId} and d.number = ${number}`;
  const code = () => handoverCodes(eventId, lead.entryCode, Date.now()).digits;
  return { number: String(number), code };
}

export const winnerExamples: Examples = {
  handOverPrizeByCode: async (world) => {
    const { code } = await newWin(world);
    return {
      body: () => ({ id: crypto.randomUUID(), code: code() }),
      // Wrong codes are counted for each account.
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
  exportWinners: () => ({ body: () => ({ format: 'csv', timeZone: 'Asia/Tokyo' }) }),
};
