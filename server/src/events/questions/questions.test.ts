import { randomUUID } from 'node:crypto';
import { adminLead, ownLead } from '@drawbridge/contract/collecting/leads';
import { leadDetails, personData } from '@drawbridge/contract/collecting/personal-data';
import { problemDocument } from '@drawbridge/contract/core/problem-document';
import { type AdminEvent, adminEvent, publicEvent } from '@drawbridge/contract/events/events';
import { IMPORTED } from '@drawbridge/contract/events/questions/kinds';
import {
  answerCounts,
  CHOICES_STORED_MAX,
  TEXTS_STORED_MAX,
} from '@drawbridge/contract/events/questions/schemas';
import { ownAssignment } from '@drawbridge/contract/team/volunteers';
import { everyKind, type WrittenQuestion } from '@drawbridge/contract/vectors/questions-fixture';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startApi } from '../../test/world/api.ts';
import type { Client } from '../../test/world/client.ts';
import {
  createEvent,
  createVolunteer,
  newContact,
  submitLead,
  UNKNOWN_ID,
} from '../../test/world/fixtures.ts';
import { TestImports } from '../../test/world/imports.ts';

const api = await startApi();
afterAll(() => api.close());

/** Creates an event that asks these questions, and returns their ids. */
async function eventAsking<Name extends string>(asked: Record<Name, WrittenQuestion>) {
  const ids = Object.fromEntries(Object.keys(asked).map((name) => [name, randomUUID()]));
  const questions = Object.entries<WrittenQuestion>(asked).map(([name, question]) => ({
    ...question,
    id: ids[name],
  }));
  const { id } = await createEvent(api.admin);
  const event = await save(id, 1, questions);
  return { event, questions, ids: ids as Record<Name, string> };
}

const put = (id: string, version: number, questions: object[]) =>
  api.admin.send('PUT', `/api/events/${id}/questions`, { version, questions });

async function save(id: string, version: number, questions: object[]): Promise<AdminEvent> {
  const answer = await put(id, version, questions);
  expect(answer.status, answer.text).toBe(200);
  return answer.as(adminEvent);
}

const enter = (event: Pick<AdminEvent, 'id'>, answers: object, more: object = {}) =>
  api.anyone.post('/api/leads/public', { eventId: event.id, ...newContact(), answers, ...more });

const leadOf = async (id: string) =>
  (await api.admin.get(`/api/leads?limit=10&q=${id}`)).as(z.array(adminLead))[0];

const namesFound = async (query: string) =>
  (await api.admin.get(`/api/leads?limit=50&${query}`)).as(z.array(adminLead)).map(({ id }) => id);

describe('the questions of an event', () => {
  it('are asked of those whom they are for, and archived when they are taken away', async () => {
    const { event, questions, ids } = await eventAsking(everyKind);
    expect(event.questionsVersion).toBe(2);
    const { client } = await createVolunteer(api, [event.id]);
    const labels = (some: { label: string }[]) => some.map(({ label }) => label);
    const visible = (await api.anyone.get(`/api/events/${event.id}`)).as(publicEvent);
    expect(labels(visible.questions)).toEqual(
      labels(Object.values(everyKind)).filter((label) => label !== 'Notes' && label !== 'Warm'),
    );
    const [own] = (await client.get('/api/volunteer/assignments')).as(z.array(ownAssignment));
    expect(labels(own?.event.questions ?? [])).toEqual(labels(Object.values(everyKind)));

    const fewer = questions
      .filter(({ id }) => id !== ids.staff)
      .map((each) => {
        if (each.id === ids.topic) return { ...each, choices: [{ id: 'boats', label: 'Ships' }] };
        return each.id === ids.rules ? { ...each, text: 'Be very kind.' } : each;
      });
    const changed = await save(event.id, 2, fewer);
    expect(changed.questions.find(({ id }) => id === ids.staff)?.archived).toBe(true);
    // Archived questions keep their positions, so that they can be restored there.
    expect(changed.questions.map(({ id }) => id)).toEqual(Object.values(ids));
    expect(changed.questions.find(({ id }) => id === ids.topic)?.choices).toEqual([
      { id: 'boats', label: 'Ships', archived: false },
      { id: 'trains', label: 'Trains; "fast"', archived: true },
    ]);
    const rules = changed.questions.find(({ id }) => id === ids.rules);
    expect(rules).toMatchObject({ version: 2, text: 'Be very kind.', earlierTexts: ['Be kind.'] });
    const now = (await api.anyone.get(`/api/events/${event.id}`)).as(publicEvent);
    expect(labels(now.questions)).not.toContain('Staff');
    expect(now.questions.find(({ id }) => id === ids.topic)?.choices).toHaveLength(1);
    expect(JSON.stringify(now)).not.toContain('earlierTexts');

    const again = await save(event.id, 3, questions);
    expect(again.questions.every(({ archived }) => !archived)).toBe(true);
  });

  it('hold hostile texts as nothing but texts, in labels, choices and answers', async () => {
    const nasty = `Robert'); DROP TABLE leads;-- <script>"$1 %s \\u0000 {{7*7}}`;
    const { event, ids } = await eventAsking({
      free: { kind: 'text', label: nasty, help: nasty },
      one: { kind: 'choice', label: 'One', choices: [{ id: 'a', label: nasty }], other: true },
    });
    expect(event.questions[0]).toMatchObject({ label: nasty, help: nasty });
    const answers = { [ids.free]: nasty, [ids.one]: { other: nasty } };
    const lead = await submitLead(api.anyone, event.id, { answers });
    expect((await leadOf(lead.id))?.answers).toEqual({ [ids.free]: nasty, [ids.one]: 'a' });
    const reversed = { [ids.free]: 'a\u202Eb', [ids.one]: { other: '\u202Ex' } };
    const other = await submitLead(api.anyone, event.id, { answers: reversed });
    expect((await leadOf(other.id))?.answers).toEqual({
      [ids.free]: 'ab',
      [ids.one]: { other: 'x' },
    });
    for (const hostile of [{ __proto__: 1 }, [], 'x', { [ids.free]: { deep: [[[]]] } }]) {
      expect((await enter(event, hostile as object)).status).toBeLessThan(500);
    }
  });

  it('keep a limited number of choices, of which unchosen ones make room, and of texts', async () => {
    const { event, questions, ids } = await eventAsking({
      topic: everyKind.topic,
      rules: everyKind.rules,
    });
    const [topic, rules] = questions;
    const answers = { [ids.topic]: 'trains', [ids.rules]: 1 };
    const lead = await submitLead(api.anyone, event.id, { answers });
    for (let version = 2; version <= 5; version++) {
      const others = Array.from({ length: 30 }, (_, n) => `v${version}-${n}`);
      const changed = { ...topic, choices: others.map((label) => ({ id: label, label })) };
      const { questions: kept } = await save(event.id, version, [changed, rules as object]);
      const choiceIds = kept[0]?.choices.map((choice) => choice.id) ?? [];
      expect(choiceIds.length).toBeLessThanOrEqual(CHOICES_STORED_MAX);
      expect(choiceIds).toEqual(expect.arrayContaining([...others, 'trains']));
    }
    expect((await leadOf(lead.id))?.answers).toEqual(answers);
    await api.sql`
      update events set questions = jsonb_set(questions, '{1,version}', ${TEXTS_STORED_MAX}::text::jsonb)
      where id = ${event.id}`;
    const refused = await put(event.id, 6, [topic as object, { ...rules, text: 'Be quiet.' }]);
    expect(refused.problem).toEqual([
      400,
      'This question has had too many choices or texts. Archive it and add a new one.',
    ]);
    await api.sql`
      update events set questions = jsonb_set(questions, '{1,earlierTexts,0}', to_jsonb(repeat('x', 4194304)))
      where id = ${event.id}`;
    const texts = { version: 6, questions: { [ids.topic]: { de: { label: 'Thema' } } } };
    for (const [path, body] of [
      ['translations', texts],
      ['questions', { version: 6, questions: [topic, rules] }],
    ] as const) {
      const answer = await api.admin.send('PUT', `/api/events/${event.id}/${path}`, body);
      expect(answer.problem, path).toEqual(refused.problem);
    }
  });

  it('are not overwritten, do not change their kind, and go with a copy', async () => {
    const { event, questions } = await eventAsking({ topic: everyKind.topic });
    expect((await put(event.id, 1, questions)).problem).toEqual([
      409,
      'Someone else has changed the questions. Reload them, then make your changes.',
    ]);
    const other = questions.map((question) => ({ ...question, kind: 'text' }));
    expect((await put(event.id, 2, other)).problem).toEqual([
      400,
      'The type of a question cannot be changed. Archive it and add a new one.',
    ]);
    const copy = await createEvent(api.admin, { copyOf: event.id });
    expect(copy.questions).toEqual(event.questions);
  });
});

describe('answers', () => {
  const all = (ids: Record<keyof typeof everyKind, string>) => ({
    [ids.company]: 'Acme & Sons',
    [ids.staff]: 12.5,
    [ids.since]: '2020-02-29',
    [ids.topic]: { other: 'Kites; "big"' },
    [ids.topics]: ['boats', { other: 'Mills' }],
    [ids.buyer]: false,
    [ids.rules]: 1,
  });

  it('are stored, found, filtered and counted', async () => {
    const { event, ids } = await eventAsking(everyKind);
    const lead = await submitLead(api.anyone, event.id, { answers: all(ids) });
    const required = { [ids.company]: 'Zürich Öl', [ids.rules]: 1, [ids.topic]: 'trains' };
    const other = await submitLead(api.anyone, event.id, { answers: required });
    expect(await leadOf(lead.id)).toMatchObject({ answers: all(ids), incomplete: false });
    expect(await namesFound(`eventId=${event.id}&q=acme`)).toEqual([lead.id]);
    expect(await namesFound(`eventId=${event.id}&q=kites`)).toEqual([lead.id]);
    expect(await namesFound(`eventId=${event.id}&q=zurich`)).toEqual([other.id]);
    for (const [filter, expected] of [
      [`${ids.topic}:trains`, [other.id]],
      [`${ids.topic}:other`, [lead.id]],
      [`${ids.topics}:boats`, [lead.id]],
      [`${ids.topics}:other`, [lead.id]],
      [`${ids.buyer}:no`, [lead.id]],
      [`${ids.buyer}:yes`, []],
      [`${ids.rules}:agreed`, [other.id, lead.id]],
      [`${ids.rules}:agreed,${ids.topic}:trains`, [other.id]],
      [`${ids.topic}:trains,${ids.topic}:other`, [other.id, lead.id]],
    ] as const) {
      expect(await namesFound(`eventId=${event.id}&answers=${filter}`), filter).toEqual(expected);
    }
    for (const [filter, sentence] of [
      [`${ids.topic}:planes`, 'There is no such answer'],
      [`${ids.company}:acme`, 'There is no such answer'],
      [`${UNKNOWN_ID}:yes`, 'There is no such question'],
    ] as const) {
      const refused = await api.admin.get(`/api/leads?eventId=${event.id}&answers=${filter}`, {
        accept: 'application/json',
      });
      expect(refused.json(), filter).toMatchObject({
        status: 400,
        fields: [{ field: 'answers', message: sentence }],
      });
    }
    const counts = (await api.admin.get(`/api/events/${event.id}/answers`)).as(answerCounts);
    const leadsOf = (question: string) => {
      const { answered, values } = counts.find((each) => each.question === question) ?? {};
      return [answered, ...(values ?? []).map(({ value, leads }) => `${value} ${leads}`)];
    };
    expect(leadsOf(ids.topic)).toEqual([2, 'boats 0', 'trains 1', 'other 1']);
    expect(leadsOf(ids.topics)).toEqual([1, 'boats 1', 'trains 0', 'other 1']);
    expect(leadsOf(ids.buyer)).toEqual([1, 'yes 0', 'no 1']);
    expect(leadsOf(ids.rules)).toEqual([2, 'agreed 2']);
    expect(leadsOf(ids.company)).toEqual([2]);
  });

  it('from an earlier form are stored, and missing ones only flag the lead', async () => {
    const { event, questions, ids } = await eventAsking(everyKind);
    const answers = { [ids.company]: 'Acme', [ids.rules]: 1, [ids.staff]: 3 };
    const added = { id: randomUUID(), kind: 'text', label: 'Role', required: true };
    const kept = questions.filter(({ id }) => id !== ids.staff);
    await save(event.id, 2, [...kept, added]);
    const fresh = { ...answers, [added.id]: 'Buyer' };
    expect((await enter(event, fresh)).text).toBe('This event has no such question');
    const { [ids.staff]: _, ...others } = answers;
    expect((await enter(event, others)).text).toBe('Please answer “Role”');
    const lead = (await enter(event, answers, { questionsVersion: 2 })).as(
      z.object({ id: z.string() }),
    );
    expect(await leadOf(lead.id)).toMatchObject({ answers, incomplete: true });
    expect(await namesFound(`eventId=${event.id}&incomplete=true`)).toEqual([lead.id]);
    await api.admin.patch(`/api/leads/${lead.id}`, { answers: { [added.id]: 'Buyer' } });
    expect(await leadOf(lead.id)).toMatchObject({
      answers: { ...answers, [added.id]: 'Buyer' },
      incomplete: false,
    });
    // If the question is no longer required, the lead is complete.
    await api.admin.patch(`/api/leads/${lead.id}`, { answers: { [added.id]: null } });
    expect(await leadOf(lead.id)).toMatchObject({ incomplete: true });
    await save(event.id, 3, [...kept, { ...added, required: false }]);
    expect(await leadOf(lead.id)).toMatchObject({ incomplete: false });
  });

  it('from entrants who were asked before are stored, all others are ignored', async () => {
    const { event, questions, ids } = await eventAsking({
      staff: { kind: 'number', label: 'Staff' },
      warm: { kind: 'rating', label: 'Warm', askedOf: 'volunteers' },
      since: { kind: 'date', label: 'Since', askedOf: 'visitors' },
    });
    const { client } = await createVolunteer(api, [event.id]);
    const now = questions.slice(0, 2).map((each) => ({
      ...each,
      askedOf: each.id === ids.staff ? 'volunteers' : 'visitors',
    }));
    await save(event.id, 2, now);
    await save(event.id, 3, now);
    const answers = { [ids.staff]: 3, [ids.warm]: 4 };
    const given = { ...answers, [ids.since]: '2020-02-29' };
    const entered = async (questionsVersion: number) =>
      (await enter(event, questionsVersion < 4 ? given : answers, { questionsVersion })).as(ownLead)
        .answers;
    expect(await entered(2)).toEqual(given);
    expect(await entered(3)).toEqual({ [ids.warm]: 4 });
    expect(await entered(4)).toEqual({ [ids.warm]: 4 });
    const input = { eventId: event.id, ...newContact(), answers, questionsVersion: 2 };
    expect((await client.post('/api/leads', input)).as(ownLead).answers).toEqual(answers);
    const later = { ...input, ...newContact(), questionsVersion: 3 };
    expect((await client.post('/api/leads', later)).as(ownLead).answers).toEqual({
      [ids.staff]: 3,
    });
  });

  it('are one entry after the questions have changed, and may be what is no longer offered', async () => {
    const { event, questions, ids } = await eventAsking(everyKind);
    const answers = { ...all(ids), [ids.topic]: { other: 'Kites' } };
    const entry = { id: randomUUID(), eventId: event.id, ...newContact(), answers };
    const older = { ...entry, questionsVersion: 2 };
    expect((await api.anyone.post('/api/leads/public', older)).status).toBe(201);
    const changed = questions.toReversed().map((question) => ({ ...question, other: false }));
    await save(event.id, 2, changed);
    expect((await api.anyone.post('/api/leads/public', older)).status).toBe(200);
    const again = { ...newContact(), eventId: event.id, answers };
    expect((await api.anyone.post('/api/leads/public', again)).text).toBe(
      '“Topics” has no such choice',
    );
    const response = await api.anyone.post('/api/leads/public', { ...again, questionsVersion: 2 });
    expect(response.as(ownLead).answers).toMatchObject({ [ids.topic]: { other: 'Kites' } });
    const edited = await api.admin.patch(`/api/leads/${entry.id}`, {
      answers: { [ids.notes]: 'Call' },
    });
    expect(edited.as(adminLead).answers).toMatchObject({ [ids.topic]: { other: 'Kites' } });
    const newer = { ...again, ...newContact(), questionsVersion: 99 };
    expect((await api.anyone.post('/api/leads/public', newer)).status).toBe(400);
  });

  it('may name an archived choice if the form is from before, and in no form of now', async () => {
    const choices = [
      { id: 'boats', label: 'Boats' },
      { id: 'ropes', label: 'Ropes' },
    ];
    const { event, questions, ids } = await eventAsking({
      topic: { kind: 'choice', label: 'Topic', choices },
      more: { kind: 'choices', label: 'More', choices, other: true },
    });
    const { client } = await createVolunteer(api, [event.id]);
    const fewer = questions.map((each) => ({ ...each, choices: choices.slice(0, 1) }));
    await save(event.id, 2, fewer);
    const archived: object[] = [
      { [ids.topic]: 'ropes' },
      { [ids.topic]: { other: 'Ropes' } },
      { [ids.more]: ['boats', 'ropes'] },
    ];
    for (const answers of archived) {
      for (const version of [{}, { questionsVersion: 3 }]) {
        expect((await enter(event, answers, version)).text).toMatch('has no such choice');
        const lead = { eventId: event.id, ...newContact(), answers, ...version };
        expect((await client.post('/api/leads', lead)).status).toBe(400);
      }
      expect((await enter(event, answers, { questionsVersion: 2 })).status).toBe(201);
    }
    const written = await enter(event, { [ids.more]: [{ other: 'Ropes' }] });
    expect(written.as(ownLead).answers).toEqual({ [ids.more]: [{ other: 'Ropes' }] });
    // The page of an editor may still show archived choices.
    const path = `/api/leads/${written.as(ownLead).id}`;
    expect((await api.admin.patch(path, { answers: archived[0] })).status).toBe(200);
  });

  it('are named in one reply with everything else that is wrong', async () => {
    const { event, ids } = await eventAsking({
      staff: { kind: 'number', label: 'Staff', required: true },
      warm: { kind: 'rating', label: 'Warm', askedOf: 'volunteers' },
    });
    const { client } = await createVolunteer(api, [event.id]);
    const { client: elsewhere } = await createVolunteer(api);
    const send = async (by: Client, path: string, fields: object) => {
      const body = { eventId: event.id, ...newContact(), ...fields };
      const answer = await by.post(path, body, { accept: 'application/problem+json' });
      const { detail, fields: wrong = [] } = answer.as(problemDocument);
      return [answer.status, detail, wrong.map(({ field }) => field)];
    };
    const name = 'Name must be at least 2 characters';
    const staff = `answers.${ids.staff}`;
    const both = { name: 'A', phone: '07700', email: 'x@', answers: { [ids.staff]: 'two' } };
    const all = ['name', 'email', 'phone', staff];
    expect(await send(api.anyone, '/api/leads/public', both)).toEqual([400, name, all]);
    const rated = { ...both, answers: { [ids.warm]: 9 } };
    expect(await send(client, '/api/leads', rated)).toEqual([
      ...[400, name],
      [...all, `answers.${ids.warm}`],
    ]);
    expect(await send(elsewhere, '/api/leads', rated)).toEqual([400, name, ['name', 'email']]);
    expect(await send(api.anyone, '/api/leads/public', { name: 'A' })).toEqual([
      ...[400, name],
      ['name', staff],
    ]);
    const short = 'Phone number must be at least 10 digits';
    expect(await send(api.anyone, '/api/leads/public', { phone: '07700' })).toEqual([
      ...[400, short],
      ['phone', staff],
    ]);
    const lead = (await enter(event, { [ids.staff]: 2 })).as(ownLead);
    const accept = { accept: 'application/problem+json' };
    const changed = await api.admin.send('PATCH', `/api/leads/${lead.id}`, both, accept);
    const { fields: wrong = [] } = changed.as(problemDocument);
    expect([changed.status, wrong.map(({ field }) => field)]).toEqual([400, all]);
  });

  it('to an earlier wording are no agreement to the current one', async () => {
    const { event, questions, ids } = await eventAsking({ rules: everyKind.rules });
    await save(event.id, 2, [{ ...questions[0], text: 'Be very kind.' }]);
    expect((await enter(event, { [ids.rules]: 1 })).text).toBe('Please accept “Rules”');
    const before = await enter(event, { [ids.rules]: 1 }, { questionsVersion: 2 });
    expect(before.status).toBe(201);
    // Only an import can set this answer.
    expect((await enter(event, { [ids.rules]: IMPORTED })).text).toBe('Please accept “Rules”');
    const claimed = await enter(event, { [ids.rules]: IMPORTED }, { questionsVersion: 2 });
    expect(claimed.as(ownLead).answers).toEqual({});
  });

  it('are changed by whom they are asked of', async () => {
    const { event, ids } = await eventAsking({
      ...everyKind,
      badge: { kind: 'text', label: 'Badge', askedOf: 'visitors' },
    });
    const { client } = await createVolunteer(api, [event.id]);
    const input = { [ids.company]: 'Acme', [ids.rules]: 1, [ids.badge]: 'no', [ids.warm]: 4 };
    const added = await client.post('/api/leads', {
      eventId: event.id,
      ...newContact(),
      answers: input,
    });
    const kept = { [ids.company]: 'Acme', [ids.rules]: 1, [ids.warm]: 4 };
    const lead = added.as(ownLead);
    expect(lead.answers).toEqual(kept);
    const changes = { [ids.warm]: 5, [ids.notes]: 'Call\nthem', [ids.company]: null };
    const changed = await client.patch(`/api/volunteer/leads/${lead.id}`, { answers: changes });
    expect(changed.as(ownLead).answers).toEqual({
      [ids.rules]: 1,
      [ids.warm]: 5,
      [ids.notes]: 'Call\nthem',
    });
    expect(await leadOf(lead.id)).toMatchObject({ incomplete: true });
    const wrong = await api.admin.patch(`/api/leads/${lead.id}`, { answers: { [ids.warm]: 0 } });
    expect([wrong.status, wrong.text]).toEqual([400, '“Warm” must be a whole number from 1 to 5']);
    const visitor = await enter(event, { ...all(ids), [ids.warm]: 5 });
    expect((await leadOf(visitor.as(ownLead.pick({ id: true })).id))?.answers).not.toHaveProperty(
      ids.warm,
    );
    const elsewhere = await createEvent(api.admin);
    await api.admin.patch(`/api/leads/${lead.id}`, { eventId: elsewhere.id });
    expect(await leadOf(lead.id)).toMatchObject({ answers: {}, incomplete: false });
  });

  it('make one entry when it is sent again, and another id when they differ', async () => {
    const { event, ids } = await eventAsking(everyKind);
    const entry = { id: randomUUID(), eventId: event.id, ...newContact(), answers: all(ids) };
    expect((await api.anyone.post('/api/leads/public', entry)).status).toBe(201);
    expect((await api.anyone.post('/api/leads/public', entry)).status).toBe(200);
    const other = { ...entry, answers: { ...entry.answers, [ids.company]: 'Other' } };
    expect((await api.anyone.post('/api/leads/public', other)).status).toBe(409);
  });

  it('are shown and handed out as text, and erased with their lead', async () => {
    const { event, questions, ids } = await eventAsking(everyKind);
    const lead = await submitLead(api.anyone, event.id, { answers: all(ids) });
    const changed = questions.map((each) =>
      each.id === ids.rules ? { ...each, text: 'Be very kind.' } : each,
    );
    await save(event.id, 2, changed);
    await api.admin.patch(`/api/leads/${lead.id}`, { answers: { [ids.warm]: 2 } });
    const details = (await api.admin.get(`/api/leads/${lead.id}`)).as(leadDetails);
    expect(details.lead).toEqual(await leadOf(lead.id));
    expect(details.held).toMatchObject({
      event: { id: event.id },
      consent: { version: event.consentVersion },
      ticket: expect.stringMatching(/^[0-9a-f]{64}$/),
      draws: [],
      audit: [{ kind: 'lead-changed' }],
    });
    const written = details.held.answers.map(({ question, answer }) => `${question}: ${answer}`);
    expect(written).toEqual([
      'Company: Acme & Sons',
      'Staff: 12.5',
      'Since: 2020-02-29',
      'Topic: Kites; "big"',
      'Topics: Boats; Mills',
      'Buyer: no',
      'Warm: 2',
      'Rules: yes (version 1)',
    ]);
    expect(details.held.answers.at(-1)?.text).toBe('Be kind.');
    const body = { leadIds: [lead.id] };
    const file = (await api.admin.post('/api/people/export', body)).as(personData);
    expect(file.leads[0]?.answers).toEqual(details.held.answers);

    const held = async () =>
      (
        await api.sql`
        select from leads where to_jsonb(leads)::text like '%Kites%'
        union all select from import_rows where to_jsonb(import_rows)::text like '%Kites%'`
      ).length;
    expect(await held()).toBeGreaterThan(0);
    await api.sql`update leads set answers = '{}', answers_text = null where id <> ${lead.id}`;
    await api.admin.post('/api/people/erase', body);
    expect(await held()).toBe(0);
    expect((await api.admin.get(`/api/leads/${lead.id}`)).problem).toEqual([404, 'Lead not found']);
  });

  it('are in files, and come back equal from an import', async () => {
    const { event, questions, ids } = await eventAsking(everyKind);
    await submitLead(api.anyone, event.id, { answers: all(ids) });
    const exported = { eventId: event.id, format: 'csv' };
    const specified = await api.admin.post('/api/leads/export', exported);
    expect(specified.text.split('\r\n')[0]).not.toContain('Company');
    const file = await api.admin.post('/api/leads/export', { ...exported, details: true });
    const [header, line] = file.text.split('\r\n');
    expect(header).toContain(
      '"Company","Notes","Staff","Since","Topic","Topics","Buyer","Warm","Rules"',
    );
    expect(line).toContain(
      '"Acme & Sons","","12.5","2020-02-29","Kites; ""big""","Boats; Mills","no","","yes"',
    );
    const workbook = await fetch(`${api.admin.url}/api/leads/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...exported, format: 'xlsx', details: true }),
    });
    const { 'xl/worksheets/sheet1.xml': sheet } = unzipSync(
      new Uint8Array(await workbook.arrayBuffer()),
    );
    expect(strFromU8(sheet ?? new Uint8Array()).match(/<v>[^<]*<\/v>/g)).toEqual(['<v>12.5</v>']);
    const target = await TestImports.prepare(api);
    await save(target.eventId, 1, questions);
    const imported = { ...newContact(), answers: all(ids) };
    const id = await target.stage([imported, newContact()]);
    expect((await target.commit(id, 2)).status).toBe(200);
    const leads = (await api.admin.get(`/api/leads?eventId=${target.eventId}`)).as(
      z.array(adminLead),
    );
    expect(leads.map(({ answers, incomplete }) => ({ answers, incomplete }))).toEqual([
      { answers: {}, incomplete: true },
      { answers: { ...all(ids), [ids.rules]: IMPORTED }, incomplete: false },
    ]);
    const again = await api.admin.post('/api/leads/export', {
      eventId: target.eventId,
      format: 'csv',
      details: true,
    });
    expect(again.text).toContain('"no","","yes (imported)"');
    const { held } = (await api.admin.get(`/api/leads/${leads[1]?.id}`)).as(leadDetails);
    expect(held.answers.at(-1)).toEqual({
      question: 'Rules',
      answer: 'Imported as agreed',
      text: null,
    });
    const agreed = `eventId=${target.eventId}&answers=${ids.rules}:agreed`;
    expect(await namesFound(agreed)).toEqual([leads[1]?.id]);
  });
});
