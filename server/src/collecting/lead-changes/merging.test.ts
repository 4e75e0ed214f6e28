import { mergeResponse, undoResponse } from '@drawbridge/contract/collecting/lead-lists';
import { adminLead, enteredLead } from '@drawbridge/contract/collecting/leads';
import { leadDetails } from '@drawbridge/contract/collecting/personal-data';
import { readEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { handoverCodes, handoverText } from '@drawbridge/contract/raffle/handover';
import { ticketStatus } from '@drawbridge/contract/raffle/tickets';
import { handover } from '@drawbridge/contract/raffle/winners';
import { auditPage } from '@drawbridge/contract/team/audit';
import { afterAll, describe, expect, it } from 'vitest';
import { startApi } from '../../test/world/api.ts';
import { createEvent, newContact } from '../../test/world/fixtures.ts';
import { mismatches, raffleOf, raffleProblems } from '../../test/world/raffle.ts';

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
afterAll(() => api.close());

const enter = async (eventId: string, fields = {}) =>
  (await api.anyone.post('/api/leads/public', { eventId, ...newContact(), ...fields })).as(
    enteredLead,
  );
const add = async (eventId: string, fields = {}) =>
  (await api.admin.post('/api/leads', { eventId, ...newContact(), ...fields })).as(
    adminLead.extend({ entryCode: enteredLead.shape.entryCode }),
  );
const merge = (kept: { id: string }, other: { id: string }, id = crypto.randomUUID()) =>
  api.admin.post(`/api/leads/${kept.id}/merge`, { id, other: other.id });
const undo = (request: string) => api.admin.post('/api/leads/undo', { request });
const detailsOf = async ({ id }: { id: string }) =>
  (await api.admin.get(`/api/leads/${id}`)).as(leadDetails);
const statusOf = async ({ eventId, ticket }: { eventId: string; ticket: string }) =>
  (await api.anyone.get(`/api/events/${eventId}/tickets/${ticket}`)).as(ticketStatus);
const verify = ({ id }: { id: string }) =>
  api.admin.patch(`/api/leads/${id}`, { status: 'verified' });

/** An event with an earlier entry through the form, and a later one of the same number without an address. */
async function arrange() {
  const event = await createEvent(api.admin, { maxChances: 5 });
  const earlier = await enter(event.id, { consentVersion: 1, marketing: true });
  const later = await add(event.id, { phone: earlier.phone, email: null, chances: 3 });
  return { eventId: event.id, earlier, later };
}

describe('merging two leads of a person', () => {
  it('keeps one, which takes what it lacks and the time of the earlier entry, with both entries on record', async () => {
    const { eventId, earlier, later } = await arrange();
    await verify(earlier);
    const { lead, removed } = (await merge(later, earlier)).as(mergeResponse.strict());
    expect(removed).toBe(earlier.id);
    expect(lead).toMatchObject({
      id: later.id,
      name: later.name,
      email: earlier.email,
      submittedAt: earlier.submittedAt,
      status: 'verified',
      chances: 3,
      entries: 1,
      duplicateOf: null,
    });
    const { held, samePerson } = await detailsOf(later);
    expect(samePerson).toEqual([]);
    expect(held.merged).toMatchObject([
      { submittedAt: earlier.submittedAt, channel: 'form', keptSubmittedAt: later.submittedAt },
    ]);
    expect((await api.admin.get(`/api/leads/${earlier.id}`)).status).toBe(404);
    const trail = (await api.admin.get(`/api/audit?eventId=${eventId}&kind=leads-merged`)).as(
      auditPage,
    );
    expect(trail).toHaveLength(1);
    // The count of leads by time follows the changed time.
    expect(await api.sql`select * from wrong_lead_counts`).toEqual([]);
  });

  it('shows the owner of the removed ticket the state of the remaining lead, and lets them answer a roll call', async () => {
    const { eventId, earlier, later } = await arrange();
    const raffle = raffleOf(api, eventId);
    await merge(later, earlier);
    expect(await statusOf(earlier)).toMatchObject({ ticket: earlier.ticket, state: 'received' });
    await verify(later);
    expect((await statusOf(earlier)).state).toBe('in-draw');
    const { rollCall, digits } = await raffle.rollCall();
    const response = await raffle.sayHere(earlier.entryCode, digits);
    expect(response.json()).toMatchObject({ rollCall, ticket: earlier.ticket });
    expect((await detailsOf(later)).lead.here).toBe(rollCall);

    // The removed ticket stays on the register, and the proof is right.
    await raffle.draw();
    const proof = await raffle.proof();
    expect(mismatches(proof)).toEqual([]);
    expect(proof.draws[0]).toMatchObject({ registerCounts: { removed: 1, inDraw: 1 } });
    expect((await statusOf(earlier)).state).toBe('won');

    // The code on the phone of the removed ticket hands the prize over.
    const entry = readEntryCode(earlier.entryCode) as Uint8Array;
    const { digits: typed, proof: shown } = handoverCodes(eventId, entry, Date.now());
    const handOver = (code: string) => api.admin.post(`/api/events/${eventId}/handovers`, { code });
    expect(
      (await handOver(handoverText(eventId, earlier.ticket, shown))).as(handover),
    ).toMatchObject({ number: 1, name: later.name, enteredAs: null });
    expect((await statusOf(earlier)).state).toBe('handed-over');
    expect((await handOver(typed)).problem?.[1]).toContain('already handed over');
  });

  it('is undone within a minute, unless the remaining lead has changed since', async () => {
    const { earlier, later } = await arrange();
    const before = [await detailsOf(earlier), await detailsOf(later)];
    const contactTimes = () => api.sql`
      select id, contact_at from leads where id in (${earlier.id}, ${later.id}) order by id`;
    const times = await contactTimes();
    const id = crypto.randomUUID();
    await merge(later, earlier, id);
    expect((await undo(id)).as(undoResponse)).toEqual({ undone: 1 });
    expect(await contactTimes()).toEqual(times);
    const after = [await detailsOf(earlier), await detailsOf(later)];
    const withoutTrail = (details: (typeof before)[number]) => ({
      ...details,
      held: { ...details.held, audit: [] },
    });
    expect(after.map(withoutTrail)).toEqual(before.map(withoutTrail));
    expect((await statusOf(earlier)).ticket).toBe(earlier.ticket);
    expect(await api.sql`select * from wrong_lead_counts`).toEqual([]);
    expect((await undo(id)).problem).toEqual([409, 'This can no longer be undone']);

    const again = crypto.randomUUID();
    await merge(later, earlier, again);
    await api.admin.patch(`/api/leads/${later.id}`, { name: 'Somebody Else' });
    expect((await undo(again)).problem).toEqual([409, 'This can no longer be undone']);
  });

  it('is not for different people, winners, or people of a sealed draw', async () => {
    const { eventId, earlier, later } = await arrange();
    const raffle = raffleOf(api, eventId);
    const notAlike = [
      409,
      'Only leads of one event with the same phone number or email can be merged',
    ];
    expect((await merge(later, await enter(eventId))).problem).toEqual(notAlike);
    expect((await merge(later, later)).problem).toEqual(notAlike);
    const elsewhere = await createEvent(api.admin);
    const same = await enter(elsewhere.id, { phone: earlier.phone });
    expect((await merge(later, same)).problem).toEqual(notAlike);

    await verify(earlier);
    await raffle.seal();
    expect((await merge(later, earlier)).problem).toEqual([
      409,
      'This event has a sealed draw. Draw it or void it first.',
    ]);
    await raffle.voidDraw('Test');
    await raffle.draw();
    expect((await merge(later, earlier)).problem).toEqual(raffleProblems.won);
    expect((await merge(earlier, later)).problem).toEqual(raffleProblems.won);
  });

  it('keeps no copy of an erased lead for an undo', async () => {
    const { earlier, later } = await arrange();
    const id = crypto.randomUUID();
    await merge(later, earlier, id);
    await api.admin.post('/api/people/erase', { leadIds: [later.id] });
    expect(await api.sql`select from status_changes where lead_id = ${later.id}`).toEqual([]);
    expect(await api.sql`select from merged_leads where id = ${earlier.id}`).toEqual([]);
    expect((await undo(id)).status).toBe(409);
  });
});

it('the chances of many leads are changed and given back', async () => {
  const { eventId, earlier, later } = await arrange();
  const id = crypto.randomUUID();
  await api.admin.post('/api/leads/chances', { id, filter: { eventId }, chances: 5 });
  const chancesNow = async () => [
    (await detailsOf(earlier)).lead.chances,
    (await detailsOf(later)).lead.chances,
  ];
  expect(await chancesNow()).toEqual([5, 5]);
  expect((await undo(id)).as(undoResponse)).toEqual({ undone: 2 });
  expect(await chancesNow()).toEqual([1, 3]);
});
