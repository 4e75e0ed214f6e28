import { importResult } from '@drawbridge/contract/collecting/imports';
import { problemDocument } from '@drawbridge/contract/core/problem-document';
import { afterAll, describe, expect, it } from 'vitest';
import { newAdministrator, newProgram } from '../../test/checks/callers.ts';
import type { TestTransaction } from '../../test/database/sql.ts';
import { standstill } from '../../test/fakes/until-blocked.ts';
import { startApi } from '../../test/world/api.ts';
import { createEvent, newContact, submitLead } from '../../test/world/fixtures.ts';
import { contacts, TestImports } from '../../test/world/imports.ts';

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
afterAll(() => api.close());

const PROGRAM = { accept: 'application/problem+json' };

describe('a refused import', () => {
  it('is a wrong answer, which is named with its row and its question', async () => {
    const imports = await TestImports.prepare(api);
    const [staff, since] = [crypto.randomUUID(), crypto.randomUUID()];
    const questions = [
      { id: staff, kind: 'number', label: 'Staff' },
      { id: since, kind: 'date', label: 'Since' },
    ];
    const path = `/api/events/${imports.eventId}/questions`;
    await api.admin.send('PUT', path, { version: 1, questions });
    const id = await imports.stage(contacts(1));
    const rows = [
      { row: 16, ...contacts(1)[0] },
      { row: 1017, ...contacts(1)[0], answers: { [staff]: 'many', [since]: 'May' } },
      { row: 1018, ...contacts(1)[0], phone: '07700', answers: { [since]: 'June' } },
    ];
    const response = await imports.admin.post(`/api/imports/${id}/rows`, { rows }, PROGRAM);
    expect([response.status, response.as(problemDocument)]).toMatchObject([
      400,
      {
        code: 'invalid-input',
        detail: 'Row 1017: “Staff” must be a number, such as 1500',
        fields: [
          { field: `rows.1.answers.${staff}` },
          {
            field: `rows.1.answers.${since}`,
            message: 'Row 1017: “Since” must be a date, such as 2026-12-31',
          },
          { field: 'rows.2.phone', message: 'Row 1018: Phone number must be at least 10 digits' },
          { field: `rows.2.answers.${since}` },
        ],
      },
    ]);
    const also = [
      ...rows,
      { row: 1019, ...contacts(1)[0], name: 'A', answers: { [staff]: 'few' } },
    ];
    const all = await imports.admin.post(`/api/imports/${id}/rows`, { rows: also }, PROGRAM);
    expect(all.as(problemDocument).fields).toMatchObject([
      { message: 'Row 1017: “Staff” must be a number, such as 1500' },
      { message: 'Row 1017: “Since” must be a date, such as 2026-12-31' },
      { message: 'Row 1018: Phone number must be at least 10 digits' },
      { field: `rows.2.answers.${since}` },
      { field: 'rows.3.name', message: 'Row 1019: Name must be at least 2 characters' },
      { field: `rows.3.answers.${staff}` },
    ]);
    expect(await imports.countStaged(id)).toBe(1);
  });

  it('is an agreement in the rows of a token, for which nobody answers', async () => {
    const { eventId } = await TestImports.prepare(api);
    const rules = { id: crypto.randomUUID(), kind: 'agreement', label: 'Rules', text: 'Be kind.' };
    const path = `/api/events/${eventId}/questions`;
    await api.admin.send('PUT', path, { version: 1, questions: [rules] });
    const program = await newProgram(api, ['leads:read', 'leads:write']);
    const id = crypto.randomUUID();
    await program.post('/api/imports', { id, eventId });
    const send = (answers: object) => {
      const rows = [{ row: 7, ...contacts(1)[0], answers }];
      return program.post(`/api/imports/${id}/rows`, { rows }, PROGRAM);
    };
    for (const version of [0, 1]) {
      expect((await send({ [rules.id]: version })).as(problemDocument)).toMatchObject({
        code: 'invalid-input',
        detail: 'Row 7: Tokens cannot agree to “Rules” for a person',
        fields: [{ field: `rows.0.answers.${rules.id}` }],
      });
    }
    expect((await send({ [rules.id]: null })).status).toBe(200);
  });

  it("is judged by the event's country", async () => {
    const imports = await TestImports.prepare(api, { country: 'NO' });
    const id = await imports.stage([{ name: 'Kari Nordmann', phone: '40612345' }]);
    const short = await imports.sendRows(id, [{ name: 'Ola Nordmann', phone: '1234567' }], 2);
    expect(short.problem).toEqual([400, "Row 2: Phone number is not valid in the event's country"]);
    await api.admin.patch(`/api/events/${imports.eventId}`, { country: 'SE' });
    expect((await imports.commit(id, 1)).problem).toEqual([
      409,
      "The event's country has changed. Please start again.",
    ]);
  });

  it('is a commit of rows that have not all arrived', async () => {
    const imports = await TestImports.prepare(api);
    const id = await imports.stage(contacts(2));
    expect((await imports.commit(id, 3)).problem).toEqual([
      409,
      'Some rows are missing. Please start again.',
    ]);
    // Sending the same row again, after a lost response, does not add a row.
    await imports.sendRows(id, contacts(1), 2);
    expect((await imports.commit(id, 2)).status).toBe(200);
  });

  it('is a row that arrives while the leads are being written', async () => {
    const imports = await TestImports.prepare(api);
    const id = await imports.stage(contacts(2500));
    const { response } = await imports.holdCommit(id, 2500, async () => {
      for (const from of [1, 2501]) {
        const late = await imports.sendRows(
          id,
          [{ name: 'Too Late', phone: '07400 777888' }],
          from,
        );
        expect(late.problem).toEqual([409, 'This import is already being saved']);
      }
    });
    expect((await response).as(importResult).imported).toBe(2500);
    expect(await imports.countStaged(id)).toBe(0);
    expect((await imports.leads()).filter(({ name }) => name === 'Too Late')).toEqual([]);
  });

  it('is a row that arrives while the import is finished or abandoned', async () => {
    const settled = async (change: (tx: TestTransaction, id: string) => Promise<unknown>) => {
      const imports = await TestImports.prepare(api);
      const id = await imports.stage(contacts(1));
      const { response } = await api.sql.begin(async (tx) => {
        await change(tx, id);
        const sent = imports.sendRows(id, contacts(1), 2);
        await standstill(api.sql, [sent]);
        return { response: sent };
      });
      return [(await response).status, (await response).problem];
    };
    const result = JSON.stringify({ imported: 1, leftOut: { event: [], file: [] } });
    expect(
      await settled((tx, id) => tx`update imports set result = ${result} where id = ${id}`),
    ).toEqual([409, [409, 'This import has already finished']]);
    expect(await settled((tx, id) => tx`delete from imports where id = ${id}`)).toEqual([
      404,
      [404, 'This import no longer exists. Please start again.'],
    ]);
  });

  it('is a commit during which somebody in it is erased', async () => {
    const imports = await TestImports.prepare(api);
    const rows = contacts(2500);
    const lead = await submitLead(api.anyone, imports.eventId, rows[7]);
    const id = await imports.stage(rows);
    const { response } = await imports.holdCommit(id, 2500, async () => {
      const erased = await api.admin.post('/api/people/erase', { leadIds: [lead.id] });
      expect(erased.status).toBe(200);
    });
    expect((await response).problem).toEqual([409, 'Some rows are missing. Please start again.']);
    expect(await imports.leads()).toEqual([]);
    expect(await imports.countStaged(id)).toBe(2499);
  });

  it('is an import of somebody else', async () => {
    const imports = await TestImports.prepare(api);
    const id = await imports.stage(contacts(1));
    const other = await newAdministrator(api);
    const notFound = [404, 'This import no longer exists. Please start again.'];
    for (const response of [
      await other.get(`/api/imports/${id}`),
      await other.get(`/api/imports/${id}/duplicates`),
      await other.post(`/api/imports/${id}/rows`, { rows: [{ row: 1, ...newContact() }] }),
      await other.post(`/api/imports/${id}/commit`, { rows: 1, duplicates: 'import' }),
      await other.delete(`/api/imports/${id}`),
    ]) {
      expect(response.problem).toEqual(notFound);
    }
    const reused = [409, 'This import id was already used. Please start again.'];
    expect((await other.post('/api/imports', { id, eventId: imports.eventId })).problem).toEqual(
      reused,
    );
    const { id: otherEvent } = await createEvent(api.admin);
    const moved = await imports.admin.post('/api/imports', { id, eventId: otherEvent });
    expect(moved.problem).toEqual(reused);
    expect((await imports.commit(id, 1)).status).toBe(200);
  });
});
