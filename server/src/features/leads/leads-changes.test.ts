import { randomUUID } from 'node:crypto';
import { auditPage } from '@drawbridge/contract/audit';
import { deleted } from '@drawbridge/contract/ids';
import { bulkVerifyAnswer, undoAnswer } from '@drawbridge/contract/lead-lists';
import { type LeadStatus, leadStatuses } from '@drawbridge/contract/lead-values';
import { type AdminLead, adminLead } from '@drawbridge/contract/leads';
import { afterAll, describe, expect, it } from 'vitest';
import { startApi } from '../../test/api.ts';
import { newAdministrator } from '../../test/callers.ts';
import { createEvent, submitLead, UNKNOWN_ID, verifiedLead } from '../../test/fixtures.ts';
import { at, idsOf, insertLeads, listLeads, namesOf } from '../../test/leads.ts';
import { standstill } from '../../test/standstill.ts';

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
        { status: 'verified', name: 'Three' },
      ],
    ];
    for (const [sent, stored] of steps) {
      const answer = await api.admin.patch(`/api/leads/${id}`, sent);
      expect(answer.status).toBe(200);
      const lead = answer.as(adminLead.strict());
      expected = { ...(expected as AdminLead), ...stored, verifiedAt: lead.verifiedAt };
      expect(lead).toEqual(expected);
      expect(await list(`?eventId=${event.id}`)).toEqual([lead]);
    }
  });

  it('moves it to another event, where it may be a duplicate', async () => {
    const [from, to] = [await createEvent(api.admin), await createEvent(api.admin)];
    const there = await submitLead(api.anyone, to.id);
    const lead = await submitLead(api.anyone, from.id, { phone: there.phone });
    const answer = await api.admin.patch(`/api/leads/${lead.id}`, { eventId: to.id });
    expect(answer.as(adminLead)).toMatchObject({ eventId: to.id, duplicateOf: there.id });
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
    const answer = await api.admin.patch(`/api/leads/${row?.id}`, { status: to });

    const sentence = table[from][to];
    if (sentence) expect(answer.problem).toEqual([409, sentence]);
    else expect(answer.as(adminLead).status).toBe(to);
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
      const answers = await Promise.all(
        leads.map(({ id }) =>
          Promise.all([1, 2, 3, 4].map(() => api.admin.patch(`/api/leads/${id}`, { status }))),
        ),
      );
      for (const tries of answers) {
        expect(tries.filter((answer) => answer.status === 200)).toHaveLength(1);
        const refused = tries.filter((answer) => answer.status !== 200);
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
    const answer = await verify([
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

    expect(answer.status).toBe(200);
    expect(answer.as(bulkVerifyAnswer.strict())).toEqual({ verified: 3, skipped: 3 });
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
    // Those that were verified before keep their own moment.
    expect(leads[2]?.verifiedAt).toBe('2024-05-15T09:03:00+00:00');
    expect((await verify([a])).as(bulkVerifyAnswer)).toEqual({ verified: 0, skipped: 1 });
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
    for (const answer of [await send(), await send()]) {
      expect(answer.as(bulkVerifyAnswer.strict())).toEqual({ verified: 1, skipped: 0 });
    }
    const verified = await list(`?eventId=${event.id}&status=verified`);
    expect(namesOf(verified)).toEqual(['Amara Two']);
    const trail = await api.admin.get(`/api/audit?eventId=${event.id}&kind=leads-verified`);
    expect(trail.as(auditPage).map(({ details }) => details)).toEqual([{ leads: 1 }]);

    const ofNothing = { filter: { eventId: UNKNOWN_ID } };
    const refused = await api.admin.post('/api/leads/bulk-verify', ofNothing);
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
    const answers = await Promise.all(
      [ids, ids.toReversed(), ids.slice(0, 900), ids.slice(600), ids.toSorted(), ids].map(verify),
    );
    const counts = answers.map((answer) => answer.as(bulkVerifyAnswer).verified);
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(2000);
  });
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
    expect((await undo({ leadId })).as(undoAnswer.strict())).toEqual({ undone: 1 });
    expect(await read()).toEqual(verified);
    // Undoing was the last change of the lead.
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
    expect((await undo({ leadId: single })).as(undoAnswer)).toEqual({ undone: 1 });
    expect((await undo({ request })).as(undoAnswer)).toEqual({ undone: 1 });
    expect((await undo({ request })).problem).toEqual(TOO_LATE);
    const statuses = (await list(`?eventId=${event.id}`)).map(({ status }) => status);
    expect(statuses.sort()).toEqual(['pending', 'pending', 'promoted', 'verified']);
    expect(await list(`?eventId=${other.id}&status=verified`)).toHaveLength(2);
    expect((await kindsAt(event.id))[0]).toEqual(['bulk-verify-undone', 1]);
  });

  const age = (seconds: number) => () =>
    api.sql`update lead_steps set at = at - make_interval(secs => ${seconds})`;

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
  // Whichever way the deletion goes through them, in one of the two it meets the verification.
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
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('deleting a lead', () => {
  it('answers with its id and takes that one away', async () => {
    const event = await createEvent(api.admin);
    const [gone, kept] = await insertLeads(api, event.id, [{}, {}]);
    const answer = await api.admin.delete(`/api/leads/${gone?.id}`);
    expect([answer.status, answer.as(deleted.strict())]).toEqual([200, { id: gone?.id }]);
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
    const answer = await api.admin.patch(path, {
      ...{ name, phone, email, eventId },
      source: 'volunteer',
      status: 'promoted',
    });
    expect(answer.as(adminLead)).toMatchObject({ name, phone, status: 'promoted', won: true });
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
