import { type EnteredLead, enteredLead } from '@drawbridge/contract/collecting/leads';
import { type TicketStatus, ticketStatus } from '@drawbridge/contract/raffle/tickets';
import { afterAll, expect, it } from 'vitest';
import { startApi } from '../../test/world/api.ts';
import { createEvent, createPrize, newContact } from '../../test/world/fixtures.ts';
import { raffleOf } from '../../test/world/raffle.ts';
import { findTicket } from './ticket-store.ts';

const api = await startApi();
afterAll(() => api.close());

async function enter(eventId: string, fields = {}): Promise<EnteredLead> {
  const response = await api.anyone.post('/api/leads/public', {
    eventId,
    ...newContact(),
    ...fields,
  });
  return response.as(enteredLead);
}

const change = (lead: EnteredLead, fields: object) =>
  api.admin.patch(`/api/leads/${lead.id}`, fields);

async function enterVerified(eventId: string, fields = {}): Promise<EnteredLead> {
  const lead = await enter(eventId, fields);
  await change(lead, { status: 'verified' });
  return lead;
}

const ask = (eventId: string, ticket: string) =>
  api.anyone.get(`/api/events/${eventId}/tickets/${ticket}`);
const statusOf = async ({ eventId, ticket }: EnteredLead): Promise<TicketStatus> =>
  (await ask(eventId, ticket)).as(ticketStatus.strict());

it('says that a ticket was received and is in the draw, by the server’s clock', async () => {
  const { id } = await createEvent(api.admin);
  const before = Date.now();
  const lead = await enter(id);
  expect(await statusOf(lead)).toMatchObject({
    ticket: lead.ticket,
    state: 'received',
    drawsWithoutWin: 0,
    nextNumber: 1,
    win: null,
  });
  await change(lead, { status: 'verified' });
  const verified = await statusOf(lead);
  expect(verified.state).toBe('in-draw');
  // Rosters are public, so the time of an entry would reveal who a ticket belongs to.
  expect(Object.keys(verified).filter((field) => /(received|verified)/i.test(field))).toEqual([]);
  expect(Date.parse(verified.now)).toBeGreaterThanOrEqual(before);
  const response = await ask(id, lead.ticket.toUpperCase());
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
});

it('counts the draws since it was verified, and mentions none before', async () => {
  const { id } = await createEvent(api.admin);
  const raffle = raffleOf(api, id);
  await enterVerified(id);
  await raffle.draw();
  const [late, pending] = [await enterVerified(id), await enter(id)];
  await enterVerified(id);
  expect(await statusOf(late)).toMatchObject({
    ...{ state: 'in-draw', drawsWithoutWin: 0 },
    lastDraw: null,
  });

  // A sealed draw contains only its roster, and a void one counts for nobody.
  await raffle.seal();
  await raffle.voidDraw('The projector failed');
  await raffle.seal();
  const tooLate = await enterVerified(id);
  expect(await statusOf(tooLate)).toMatchObject({ state: 'late', nextNumber: 3 });
  expect(await statusOf(late)).toMatchObject({ state: 'in-draw', nextNumber: 3 });
  await raffle.draw(null, 'hooray');
  expect(await statusOf(tooLate)).toMatchObject({
    state: 'in-draw',
    drawsWithoutWin: 0,
    nextNumber: 4,
  });
  expect(await statusOf(pending)).toMatchObject({ state: 'received', drawsWithoutWin: 0 });
  const { state, win, drawsWithoutWin } = await statusOf(late);
  expect({ state, drawsWithoutWin }).toEqual(
    win ? { state: 'won', drawsWithoutWin: 0 } : { state: 'in-draw', drawsWithoutWin: 1 },
  );
});

it('follows a win until it is handed over or released, on every ticket of the winner', async () => {
  const { id } = await createEvent(api.admin);
  const prize = await createPrize(api.admin, id, { name: 'City bicycle' });
  const raffle = raffleOf(api, id);
  const phone = '07700 900555';
  const tickets = [await enterVerified(id, { phone }), await enterVerified(id, { phone })];
  const unverified = await enter(id, { phone });
  await raffle.draw(prize.id);
  const other = await enterVerified(id, { phone });
  const win = { number: 1, prizeName: 'City bicycle', handedOverAt: null, releasedBecause: null };
  const statuses = await Promise.all(tickets.map(statusOf));
  expect(statuses).toMatchObject(tickets.map(() => ({ state: 'won', win, drawsWithoutWin: 0 })));
  expect(statuses.map((status) => status.win?.shown).toSorted()).toEqual([false, true]);
  const [result] = await raffle.results();
  expect(statuses.find((status) => status.win?.shown)?.ticket).toBe(result?.ticket);

  // The person has won. A verified ticket of theirs is out, and a pending one reveals nothing.
  expect(await statusOf(other)).toMatchObject({ state: 'out', win: null });
  expect(await statusOf(unverified)).toMatchObject({ state: 'received', win: null });

  await api.sql`update winners set handed_over_at = now() where event_id = ${id}`;
  const [first] = tickets as [EnteredLead, EnteredLead];
  expect(await statusOf(first)).toMatchObject({
    state: 'handed-over',
    win: { number: 1, handedOverAt: expect.any(String) },
  });
  await api.sql`update winners set handed_over_at = null where event_id = ${id}`;
  await raffle.forfeit(1, 'Not present');
  expect(await statusOf(first)).toMatchObject({
    state: 'released',
    win: { ...win, releasedBecause: 'Not present' },
  });
});

it('says when a ticket is out of the draw, and when the event is over', async () => {
  const { id } = await createEvent(api.admin);
  const email = 'family@example.com';
  const winner = await enterVerified(id, { email });
  await raffleOf(api, id).draw();
  const sameAddress = await enterVerified(id, { email });
  const promoted = await enterVerified(id);
  await change(promoted, { status: 'promoted' });
  const waiting = await enterVerified(id);
  const prize = await createPrize(api.admin, id);
  await api.admin.patch(`/api/events/${id}`, { status: 'ended' });
  const states = async () => {
    const all = await Promise.all([winner, sameAddress, promoted, waiting].map(statusOf));
    return all.map(({ state }) => state);
  };
  // The event has ended, but a prize is still to be drawn.
  expect(await states()).toEqual(['won', 'out', 'out', 'in-draw']);
  await api.admin.delete(`/api/prizes/${prize.id}`);
  expect(await states()).toEqual(['won', 'over', 'over', 'over']);
});

it('knows nothing but the tickets of the event, and says nothing about the person', async () => {
  const [event, other] = [await createEvent(api.admin), await createEvent(api.admin)];
  const lead = await enterVerified(event.id, { name: 'Zoë Müller' });
  const { ticket, entryCode } = lead;
  expect(JSON.stringify(await statusOf(lead))).not.toMatch(/Zo|07700|@/);
  // The response schema is not what removes personal fields: the function returns none.
  expect(ticketStatus.strict().safeParse(await findTicket(api.sql, event.id, ticket)).error).toBe(
    undefined,
  );
  const wrong = [
    ...['0'.repeat(64), entryCode, ticket.slice(1), `${ticket}0`, lead.id, '%00', "'"].map(
      (typed) => [event.id, typed] as const,
    ),
    [other.id, ticket] as const,
    ['no-id', ticket] as const,
    ['00000000-0000-4000-8000-000000000000', ticket] as const,
  ];
  for (const [eventId, typed] of wrong) {
    expect((await ask(eventId, typed)).problem).toEqual([404, 'Ticket not found']);
  }
});

it('answers a whole hall behind one address', async () => {
  const { id } = await createEvent(api.admin);
  const lead = await enterVerified(id);
  const responses = await Promise.all(Array.from({ length: 150 }, () => ask(id, lead.ticket)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
});

it('says its chances in the next draw, and whether a roll call leaves it out', async () => {
  const { id } = await createEvent(api.admin, { maxChances: 5 });
  const raffle = raffleOf(api, id);
  const lead = await enterVerified(id);
  const another = await enter(id, { phone: lead.phone });
  const more = await enterVerified(id, { phone: lead.phone });
  await change(more, { chances: 8 });
  // The person's most chances count, up to the event's limit. An entry that is not verified tells nothing of them.
  expect(await statusOf(lead)).toMatchObject({ chances: 5, rollCall: 0 });
  expect(await statusOf(another)).toMatchObject({ state: 'received', chances: null });

  const { rollCall, digits } = await raffle.rollCall();
  await raffle.sayHere(lead.entryCode, digits);
  const absent = await enterVerified(id);
  await raffle.seal(null, { onlyHere: true });
  expect(await statusOf(lead)).toMatchObject({ state: 'in-draw', chances: 5, rollCall });
  expect(await statusOf(absent)).toMatchObject({ state: 'not-here', chances: null, rollCall: 0 });
  await raffle.draw(null, 'hooray');
  expect(await statusOf(absent)).toMatchObject({
    ...{ state: 'in-draw', chances: 1, drawsWithoutWin: 0, lastDraw: null },
  });
});

it('mentions no chances where everybody has one', async () => {
  const { id } = await createEvent(api.admin);
  expect(await statusOf(await enterVerified(id))).toMatchObject({ chances: null });
});
