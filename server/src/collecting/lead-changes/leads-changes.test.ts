import { randomUUID } from 'node:crypto';
import {
  bulkDeleteResponse,
  bulkPromoteResponse,
  bulkVerifyResponse,
  leadTally,
  undoResponse,
} from '@drawbridge/contract/collecting/lead-lists';
import { type LeadStatus, leadStatuses } from '@drawbridge/contract/collecting/lead-values';
import { type AdminLead, adminLead } from '@drawbridge/contract/collecting/leads';
import { leadDetails } from '@drawbridge/contract/collecting/personal-data';
import { deleted } from '@drawbridge/contract/core/ids';
import { auditPage } from '@drawbridge/contract/team/audit';
import { afterAll, describe, expect, it } from 'vitest';
import { newAdministrator, newProgram } from '../../test/checks/callers.ts';
import { standstill } from '../../test/fakes/until-blocked.ts';
import { startApi } from '../../test/world/api.ts';
import { createEvent, submitLead, UNKNOWN_ID, verifiedLead } from '../../test/world/fixtures.ts';
import { at, idsOf, insertLeads, listLeads, namesOf } from '../../test/world/leads.ts';
import { raffleOf } from '../../test/world/raffle.ts';

const api = await startApi();
afterAll(() => api.close());

const list = (query: string, from = api) => listLeads(from, query);

describe('changing a lead', () => {
  it('changes any subset of the fields and leaves the rest', async () => {
    const event = await createEvent(api.admin);
    const { id } = await submitLead(api.anyone, event.id);
    let [expected] = await list(`?eventId=${event.id}`);
    const steps: [sent: object, stored: object][] = [
      [{}, {}],
      [{ name: '  New Name ' }, { name: 'New Name' }],
      [{ phone: '+44 7400 123999' }, { phone: '07400123999', phoneE164: '+447400123999' }],
      [{ email: ' NEW@Example.com' }, { email: 'new@example.com' }],
      [{ source: 'volunteer' }, { source: 'volunteer' }],
      [{ email: '' }, { email: null }],
      [{ email: 'again@example.com' }, { email: 'again@example.com' }],
      [{ email: null }, { email: null }],
      [
        { source: 'qr', name: 'Both' },
        { source: 'qr', name: 'Both' },
      ],
      [
        { status: 'verified', name: 'Three' },
        { status: 'verified', name: 'Three', notInDraw: null },
      ],
    ];
    for (const [sent, stored] of steps) {
      const response = await api.admin.patch(`/api/leads/${id}`, sent);
      expect(response.status).toBe(200);
      const lead = response.as(adminLead.strict());
      expected = { ...(expected as AdminLead), ...stored, verifiedAt: lead.verifiedAt };
      expect(lead).toEqual(expected);
      expect(await list(`?eventId=${event.id}`)).toEqual([lead]);
    }
  });

  it('moves it to another event, where it may be a duplicate', async () => {
    const [from, to] = [await createEvent(api.admin), await createEvent(api.admin)];
    const there = await submitLead(api.anyone, to.id);
    const lead = await submitLead(api.anyone, from.id, { phone: there.phone });
    const response = await api.admin.patch(`/api/leads/${lead.id}`, { eventId: to.id });
    expect(response.as(adminLead)).toMatchObject({ eventId: to.id, duplicateOf: there.id });
    expect(await list(`?eventId=${from.id}`)).toEqual([]);
    expect(await list(`?eventId=${to.id}`)).toHaveLength(2);
  });
});

describe('the status of a lead', () => {
  const back = 'A lead cannot go back to pending';
  const onlyPending = 'Only pending leads can be verified';
  const onlyVerified = 'Only verified leads can be promoted';
  const table: Record<LeadStatus, Record<LeadStatus, string | null>> = {
    pending: { pending: back, verified: null, promoted: onlyVerified },
    verified: { pending: back, verified: onlyPending, promoted: null },
    promoted: { pending: back, verified: onlyPending, promoted: onlyVerified },
  };
  const steps = leadStatuses.flatMap((from) => leadStatuses.map((to) => [from, to] as const));

  it.each(steps)('from %s to %s', async (from, to) => {
    const event = await createEvent(api.admin);
    const [row] = await insertLeads(api, event.id, [{ status: from }]);
    const [before] = await list(`?eventId=${event.id}`);
    const response = await api.admin.patch(`/api/leads/${row?.id}`, { status: to });

    const sentence = table[from][to];
    if (sentence) expect(response.problem).toEqual([409, sentence]);
    else expect(response.as(adminLead).status).toBe(to);
    const [after] = await list(`?eventId=${event.id}`);
    expect(after?.status).toBe(sentence ? from : to);
    if (from !== 'pending' || sentence) expect(after?.verifiedAt).toBe(before?.verifiedAt);
  });

  it('has the moment of verification with it, which promotion and edits keep', async () => {
    const event = await createEvent(api.admin);
    const lead = await submitLead(api.anyone, event.id);
    const change = async (fields: object) =>
      (await api.admin.patch(`/api/leads/${lead.id}`, fields)).as(adminLead).verifiedAt;

    expect(await change({ name: 'Still Pending' })).toBeNull();
    const verifiedAt = (await change({ status: 'verified' })) ?? '';
    expect(Date.parse(verifiedAt)).toBeGreaterThanOrEqual(Date.parse(lead.submittedAt));
    expect(await change({ name: 'Other Name' })).toBe(verifiedAt);
    expect(await change({ status: 'promoted' })).toBe(verifiedAt);
  });

  it('takes each step once, however many try at the same time', async () => {
    const event = await createEvent(api.admin);
    const leads = await insertLeads(api, event.id, [{}, {}, {}, {}, {}]);
    for (const [status, sentence] of [
      ['verified', onlyPending],
      ['promoted', onlyVerified],
    ]) {
      const responses = await Promise.all(
        leads.map(({ id }) =>
          Promise.all([1, 2, 3, 4].map(() => api.admin.patch(`/api/leads/${id}`, { status }))),
        ),
      );
      for (const tries of responses) {
        expect(tries.filter((response) => response.status === 200)).toHaveLength(1);
        const refused = tries.filter((response) => response.status !== 200);
        for (const { problem } of refused) expect(problem).toEqual([409, sentence]);
      }
    }
  });
});

describe('bulk verification', () => {
  const verify = (leadIds: unknown) => api.admin.post('/api/leads/bulk-verify', { leadIds });

  it('verifies the pending ones and counts every other id once', async () => {
    const [event, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    const rows = await insertLeads(api, event.id, [
      { submittedAt: at(5) },
      { submittedAt: at(4) },
      { submittedAt: at(3), status: 'verified' },
      { submittedAt: at(2), status: 'promoted' },
      { submittedAt: at(1) },
    ]);
    const [elsewhere] = await insertLeads(api, other.id, [{}]);
    const [a, b, verified, promoted] = idsOf(rows);
    const response = await verify([
      a,
      b,
      a,
      b?.toUpperCase(),
      verified,
      promoted,
      UNKNOWN_ID,
      UNKNOWN_ID,
      elsewhere?.id,
    ]);

    expect(response.status).toBe(200);
    expect(response.as(bulkVerifyResponse.strict())).toEqual({ verified: 3, skipped: 3 });
    const leads = await list(`?eventId=${event.id}`);
    expect(leads.map(({ status }) => status)).toEqual([
      'verified',
      'verified',
      'verified',
      'promoted',
      'pending',
    ]);
    expect(leads.map(({ verifiedAt }) => verifiedAt !== null)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    // Leads that were verified before keep their timestamp.
    expect(leads[2]?.verifiedAt).toBe('2024-05-15T09:03:00+00:00');
    expect((await verify([a])).as(bulkVerifyResponse)).toEqual({ verified: 0, skipped: 1 });
  });

  it('verifies all that match a filter but the exceptions, once, and records how many', async () => {
    const event = await createEvent(api.admin);
    const [kept] = await insertLeads(api, event.id, [
      { name: 'Amara One' },
      { name: 'Amara Two' },
      { name: 'Amara Three', status: 'promoted' },
      { name: 'Amara Later', submittedAt: at(9) },
      { name: 'Wei' },
    ]);
    const body = {
      id: randomUUID(),
      filter: { eventId: event.id, q: 'amara', to: at(5) },
      except: [kept?.id],
    };
    const send = () => api.admin.post('/api/leads/bulk-verify', body);
    for (const response of [await send(), await send()]) {
      expect(response.as(bulkVerifyResponse.strict())).toEqual({ verified: 1, skipped: 0 });
    }
    const verified = await list(`?eventId=${event.id}&status=verified`);
    expect(namesOf(verified)).toEqual(['Amara Two']);
    const trail = await api.admin.get(`/api/audit?eventId=${event.id}&kind=leads-verified`);
    expect(trail.as(auditPage).map(({ details }) => details)).toEqual([{ leads: 1 }]);

    const emptyFilter = { filter: { eventId: UNKNOWN_ID } };
    const refused = await api.admin.post('/api/leads/bulk-verify', emptyFilter);
    expect(refused.problem).toEqual([404, 'Event not found']);
  });

  it('verifies every lead once when selections overlap at the same time', async () => {
    const event = await createEvent(api.admin);
    const ids = idsOf(
      await insertLeads(
        api,
        event.id,
        Array.from({ length: 2000 }, () => ({})),
      ),
    );
    const responses = await Promise.all(
      [ids, ids.toReversed(), ids.slice(0, 900), ids.slice(600), ids.toSorted(), ids].map(verify),
    );
    const counts = responses.map((response) => response.as(bulkVerifyResponse).verified);
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(2000);
  });
});

describe('changing all that match', () => {
  const MORE = [409, 'More leads match now. Check the list and try again.'];
  /** The request of the screen for the leads that it has just counted. */
  const count = async (filter: Record<string, string>, by = api.admin) => {
    const response = await by.get(`/api/leads/counts?${new URLSearchParams(filter)}`);
    const { at, pending, verified, promoted } = response.as(leadTally);
    return { ...filter, id: randomUUID(), at, count: pending + verified + promoted };
  };
  const promote = (body: object, by = api.admin) => by.post('/api/leads/promote', body);
  const remove = (body: object, by = api.admin) => by.post('/api/leads/delete', body);
  const recorded = async (eventId: string, kind: string) =>
    (await api.admin.get(`/api/audit?eventId=${eventId}&kind=${kind}`))
      .as(auditPage)
      .map(({ details }) => details);

  it('promotes the verified ones once, which can be undone, and both are recorded', async () => {
    const { id: eventId } = await createEvent(api.admin);
    await insertLeads(api, eventId, [
      { name: 'Amara One', status: 'verified' },
      { name: 'Amara Two', status: 'verified' },
      { name: 'Amara Three' },
      { name: 'Wei', status: 'verified' },
    ]);
    const promoted = async () => namesOf(await list(`?eventId=${eventId}&status=promoted`)).sort();
    const body = await count({ eventId, q: 'amara' });
    for (const response of [await promote(body), await promote(body)]) {
      expect(response.as(bulkPromoteResponse.strict())).toEqual({ promoted: 2 });
    }
    expect(await promoted()).toEqual(['Amara One', 'Amara Two']);
    expect(await recorded(eventId, 'leads-promoted')).toEqual([{ leads: 2 }]);
    const undone = await api.admin.post('/api/leads/undo', { request: body.id });
    expect(undone.as(undoResponse)).toEqual({ undone: 2 });
    expect(await promoted()).toEqual([]);
    expect(await recorded(eventId, 'bulk-promote-undone')).toEqual([{ leads: 2 }]);
  });

  it('promotes none while one of them is in a sealed draw', async () => {
    const { id: eventId } = await createEvent(api.admin);
    await verifiedLead(api, eventId);
    await raffleOf(api, eventId).seal();
    await verifiedLead(api, eventId);
    const response = await promote(await count({ eventId }));
    expect(response.problem).toEqual([
      409,
      'This event has a sealed draw. Draw it or void it first.',
    ]);
    expect(await list(`?eventId=${eventId}&status=verified`)).toHaveLength(2);
  });

  it('deletes them once, but no winner and nobody of a sealed draw, and says so', async () => {
    const [drawn, sealed] = [await createEvent(api.admin), await createEvent(api.admin)];
    const name = `Amara ${randomUUID()}`;
    const winner = await verifiedLead(api, drawn.id, { name });
    await raffleOf(api, drawn.id).draw();
    await insertLeads(api, drawn.id, [{ name }, { name }, { name: 'Wei' }]);
    const kept = await verifiedLead(api, sealed.id, { name });
    await raffleOf(api, sealed.id).seal();
    const body = await count({ eventId: 'all', q: name });
    for (const response of [await remove(body), await remove(body)]) {
      expect(response.as(bulkDeleteResponse.strict())).toEqual({ deleted: 2, won: 1, sealed: 1 });
    }
    expect(idsOf(await list(`?q=${name}`)).sort()).toEqual([winner.id, kept.id].sort());
    expect(await recorded(drawn.id, 'leads-deleted')).toEqual([{ leads: 2 }]);
    expect(await recorded(sealed.id, 'leads-deleted')).toEqual([]);
  });

  it('leaves out leads that came later, and changes nothing if more match for another reason', async () => {
    const { id: eventId } = await createEvent(api.admin);
    const [, wei] = await insertLeads(api, eventId, [
      { name: 'Amara', status: 'verified' },
      { name: 'Wei', status: 'verified' },
    ]);
    const verified = await count({ eventId, status: 'verified' });
    const amara = await count({ eventId, q: 'amara' });
    const later = await verifiedLead(api, eventId, { name: 'Amara Later' });
    await api.admin.patch(`/api/leads/${wei?.id}`, { name: 'Amara Too' });
    expect((await remove(amara)).problem).toEqual(MORE);
    expect((await promote({ ...verified, count: 1 })).problem).toEqual(MORE);
    expect(await list(`?eventId=${eventId}&status=verified`)).toHaveLength(3);

    expect((await promote({ ...verified, id: randomUUID() })).as(bulkPromoteResponse)).toEqual({
      promoted: 2,
    });
    expect(idsOf(await list(`?eventId=${eventId}&status=verified`))).toEqual([later.id]);
  });

  it('reaches only the events of an organiser of single events, and is not for programs', async () => {
    const [own, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    const name = `Amara ${randomUUID()}`;
    for (const { id } of [own, other]) await insertLeads(api, id, [{ name, status: 'verified' }]);
    const organiser = await newAdministrator(api, [own.id]);
    const otherCount = await count({ eventId: other.id, q: name });
    const program = await newProgram(api, ['leads:read', 'leads:write'], { eventId: own.id });
    for (const change of [promote, remove]) {
      expect((await change(otherCount, organiser)).status).toBe(403);
      expect((await change(await count({ eventId: own.id, q: name }), program)).status).toBe(403);
    }
    expect((await promote(await count({ eventId: 'all', q: name }), organiser)).json()).toEqual({
      promoted: 1,
    });
    const totalCount = await count({ eventId: 'all', q: name });
    expect(totalCount.count).toBe(2);
    const response = await remove(totalCount, organiser);
    expect(response.as(bulkDeleteResponse)).toEqual({ deleted: 1, won: 0, sealed: 0 });
    expect((await list(`?q=${name}`)).map(({ eventId }) => eventId)).toEqual([other.id]);
  });
});

it('a lead is returned with the others of the event that share its number or address', async () => {
  const [event, other] = [await createEvent(api.admin), await createEvent(api.admin)];
  const [phone, email] = ['07700900123', 'amara@example.com'];
  const [lead, ...others] = await insertLeads(api, event.id, [
    { phone, email },
    { phone, submittedAt: at(2) },
    { email, submittedAt: at(1) },
    {},
  ]);
  await insertLeads(api, other.id, [{ phone, email }]);
  const { samePerson } = (await api.admin.get(`/api/leads/${lead?.id}`)).as(leadDetails);
  expect(idsOf(samePerson)).toEqual([others[1]?.id, others[0]?.id]);
});

describe('undoing', () => {
  const TOO_LATE = [409, 'This can no longer be undone'];
  const undo = (what: object, by = api.admin) => by.post('/api/leads/undo', what);
  const step = (id: string, status: LeadStatus) => api.admin.patch(`/api/leads/${id}`, { status });
  const kindsAt = async (eventId: string) =>
    (await api.admin.get(`/api/audit?eventId=${eventId}`))
      .as(auditPage)
      .map(({ kind, subject, details }) => [kind, subject?.id ?? details.leads]);

  it('takes each step of a lead back once, and is recorded', async () => {
    const event = await createEvent(api.admin);
    const { id: leadId } = await submitLead(api.anyone, event.id);
    const read = async () => (await list(`?eventId=${event.id}`))[0];
    const pending = await read();
    const verified = (await step(leadId, 'verified')).as(adminLead);
    await step(leadId, 'promoted');
    expect((await undo({ leadId })).as(undoResponse.strict())).toEqual({ undone: 1 });
    expect(await read()).toEqual(verified);
    // The undo is now the last change of the lead.
    expect((await undo({ leadId })).problem).toEqual(TOO_LATE);

    const { id: again } = await submitLead(api.anyone, event.id);
    await step(again, 'verified');
    expect((await undo({ leadId: again })).status).toBe(200);
    expect((await read())?.status).toBe(pending?.status);
    expect((await read())?.verifiedAt).toBeNull();
    expect((await kindsAt(event.id)).slice(0, 4)).toEqual([
      ['verify-undone', again],
      ['lead-verified', again],
      ['promote-undone', leadId],
      ['lead-promoted', leadId],
    ]);
  });

  it('takes a bulk verification back, except for leads that have changed and events that have drawn', async () => {
    const [event, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    const leads = await insertLeads(api, event.id, [{}, {}, {}, {}]);
    const drawn = await insertLeads(api, other.id, [{}, {}]);
    const [edited, promoted, single] = idsOf(leads);
    const request = randomUUID();
    const leadIds = idsOf([...leads, ...drawn]);
    await api.admin.post('/api/leads/bulk-verify', { id: request, leadIds });
    await api.admin.patch(`/api/leads/${edited}`, { name: 'Another Name' });
    await step(promoted ?? '', 'promoted');
    await api.admin.post(`/api/events/${other.id}/draw-winner`, {});
    expect((await undo({ leadId: single })).as(undoResponse)).toEqual({ undone: 1 });
    expect((await undo({ request })).as(undoResponse)).toEqual({ undone: 1 });
    expect((await undo({ request })).problem).toEqual(TOO_LATE);
    const statuses = (await list(`?eventId=${event.id}`)).map(({ status }) => status);
    expect(statuses.sort()).toEqual(['pending', 'pending', 'promoted', 'verified']);
    expect(await list(`?eventId=${other.id}&status=verified`)).toHaveLength(2);
    expect((await kindsAt(event.id))[0]).toEqual(['bulk-verify-undone', 1]);
  });

  const age = (seconds: number) => () =>
    api.sql`update status_changes set at = at - make_interval(secs => ${seconds})`;

  it.each<[string, number, (eventId: string, leadId: string) => Promise<unknown>]>([
    ['for most of a minute', 200, age(50)],
    ['but not after it', 409, age(61)],
    ['an edit', 409, (_, id) => api.admin.patch(`/api/leads/${id}`, { source: 'volunteer' })],
    ['a draw', 409, (id) => api.admin.post(`/api/events/${id}/draw-winner`, {})],
    ['a seal', 409, (id) => api.admin.post(`/api/events/${id}/seal`, {})],
    [
      'a step while a draw is sealed',
      409,
      async (id, leadId) => {
        await api.admin.post(`/api/events/${id}/seal`, {});
        await step(leadId, 'promoted');
      },
    ],
  ])('is possible until something happens: %s', async (_, status, happen) => {
    const event = await createEvent(api.admin);
    await verifiedLead(api, event.id);
    const { id: leadId } = await verifiedLead(api, event.id);
    await happen(event.id, leadId);
    expect((await undo({ leadId })).status).toBe(status);
  });

  it('is for whoever took the step', async () => {
    const event = await createEvent(api.admin);
    const { id: leadId } = await submitLead(api.anyone, event.id);
    const request = randomUUID();
    await api.admin.post('/api/leads/bulk-verify', { id: request, leadIds: [leadId] });
    const other = await newAdministrator(api);
    for (const what of [{ leadId }, { request }]) {
      expect((await undo(what, other)).problem).toEqual(TOO_LATE);
    }
    expect((await undo({})).problem).toEqual([400, 'Say what to undo']);
    expect((await undo({ request })).status).toBe(200);
  });
});

describe('verifying leads whose event is being deleted', () => {
  // Whatever the order of the deletion, in one of the two cases it meets the verification.
  it.each([
    ['earlier', (ids: string[]) => ids.toSorted()],
    ['later', (ids: string[]) => ids.toSorted().reverse()],
  ])('works, and so does the deletion, when the %s id was there first', async (_, order) => {
    const event = await createEvent(api.admin);
    const leadIds = order([randomUUID(), randomUUID()]);
    await insertLeads(
      api,
      event.id,
      leadIds.map((id) => ({ id })),
    );
    const { calls } = await api.sql.begin(async (tx) => {
      await tx`select from leads where id = ${leadIds[0] ?? ''} for update`;
      const deletion = api.admin.delete(`/api/events/${event.id}`);
      await standstill(api.sql, [deletion]);
      const calls = [deletion, api.admin.post('/api/leads/bulk-verify', { leadIds })];
      await standstill(api.sql, calls);
      return { calls };
    });
    const responses = await Promise.all(calls);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('deleting a lead', () => {
  it('answers with its id and takes that one away', async () => {
    const event = await createEvent(api.admin);
    const [gone, kept] = await insertLeads(api, event.id, [{}, {}]);
    const response = await api.admin.delete(`/api/leads/${gone?.id}`);
    expect([response.status, response.as(deleted.strict())]).toEqual([200, { id: gone?.id }]);
    expect(idsOf(await list(`?eventId=${event.id}`))).toEqual([kept?.id]);
    expect((await api.admin.delete(`/api/leads/${gone?.id}`)).problem).toEqual([
      404,
      'Lead not found',
    ]);
  });
});

describe('a lead that has won', () => {
  const WON = [409, 'This lead has won. Its details can no longer be changed'];

  async function drawnLead(fields: Record<string, unknown> = {}, country = 'GB') {
    const event = await createEvent(api.admin, { country });
    const winner = await verifiedLead(api, event.id, fields);
    const drawn = await api.admin.post(`/api/events/${event.id}/draw-winner`, { prizeId: null });
    expect(drawn.status).toBe(201);
    return { event, winner, path: `/api/leads/${winner.id}` };
  }

  it('cannot be deleted, and its id is still its own', async () => {
    const { event, winner, path } = await drawnLead();
    expect((await api.admin.delete(path)).problem).toEqual(WON);
    expect(namesOf(await list(`?eventId=${event.id}`))).toEqual([winner.name]);
    expect((await api.sql`select from deleted_leads where id = ${winner.id}`).length).toBe(0);
  });

  it('cannot be moved, nor changed in its name, phone or e-mail', async () => {
    const details = { phone: '33612345678', email: 'a@example.com' };
    const { event, path } = await drawnLead(details, 'DE');
    const other = await createEvent(api.admin);
    const before = await list(`?eventId=${event.id}`);
    for (const change of [
      { name: 'Somebody Else' },
      { phone: '07700 900999' },
      // The same digits, but a number of another country.
      { phone: '+33 612345678' },
      { email: 'b@example.com' },
      { email: null },
      { eventId: other.id },
      { source: 'volunteer', name: 'Somebody Else' },
    ]) {
      expect((await api.admin.patch(path, change)).problem, JSON.stringify(change)).toEqual(WON);
    }
    expect(await list(`?eventId=${event.id}`)).toEqual(before);
  });

  it('can be sent as it is by a form, and promoted', async () => {
    const { winner, path } = await drawnLead();
    const { name, phone, email, eventId } = winner;
    const response = await api.admin.patch(path, {
      ...{ name, phone, email, eventId },
      source: 'volunteer',
      status: 'promoted',
    });
    expect(response.as(adminLead)).toMatchObject({ name, phone, status: 'promoted', won: true });
  });

  it('is every lead of the number that was drawn, and none besides', async () => {
    const event = await createEvent(api.admin, { country: 'GB' });
    const twice = [
      await verifiedLead(api, event.id, { phone: '07700 900321' }),
      await verifiedLead(api, event.id, { phone: '+44 7700 900321' }),
    ];
    const pending = await submitLead(api.anyone, event.id, { phone: '07700 900321' });
    await api.admin.post(`/api/events/${event.id}/draw-winner`, { prizeId: null });

    const won = (await list(`?eventId=${event.id}`)).filter((lead) => lead.won);
    expect(idsOf(won).sort()).toEqual(idsOf(twice).sort());
    expect((await api.admin.delete(`/api/leads/${pending.id}`)).status).toBe(200);
  });
});
