import { afterAll, describe, expect, it } from 'vitest';
import { standstill } from '../../test/fakes/until-blocked.ts';
import { startApi } from '../../test/world/api.ts';
import { contacts, TestImports } from '../../test/world/imports.ts';

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
afterAll(() => api.close());

describe('an import that is cancelled', () => {
  it('leaves nothing, neither in the event nor among the rows', async () => {
    const imports = await TestImports.prepare(api);
    const id = await imports.stage(contacts(3));
    expect((await imports.cancel(id)).json()).toEqual({ id });
    expect(await imports.countStaged(id)).toBe(0);
    expect(await imports.leads()).toEqual([]);
    const notFound = [404, 'This import no longer exists. Please start again.'];
    expect((await imports.commit(id, 3)).problem).toEqual(notFound);
    expect((await imports.sendRows(id, contacts(1))).problem).toEqual(notFound);
    expect((await imports.cancel(id)).problem).toEqual(notFound);
  });

  it('leaves nothing even while its leads are being written', async () => {
    const imports = await TestImports.prepare(api);
    const id = await imports.stage(contacts(2500));
    let cancelling: ReturnType<typeof imports.cancel> | undefined;
    const { response } = await imports.holdCommit(id, 2500, async () => {
      cancelling = imports.cancel(id);
    });
    const [committed, cancelled] = [await response, await cancelling];
    // Both wait for the same lock, so either may be first, but only one can succeed.
    const leads = await imports.leads();
    expect([committed.status, cancelled?.status, leads.length]).toEqual(
      committed.status === 200 ? [200, 409, 2500] : [404, 200, 0],
    );
    const entries = await api.sql`
      select from audit_log where event_id = ${imports.eventId} and kind = 'leads-imported'`;
    expect(entries).toHaveLength(committed.status === 200 ? 1 : 0);
  });

  it('leaves nothing if its row is gone when the first batch has been written', async () => {
    const imports = await TestImports.prepare(api);
    const id = await imports.stage(contacts(2500));
    const { response } = await api.sql.begin(async (tx) => {
      await tx`delete from imports where id = ${id}`;
      const response = imports.commit(id, 2500);
      await standstill(api.sql, [response]);
      return { response };
    });
    expect((await response).status).toBe(404);
    expect(await imports.leads()).toEqual([]);
  });
});

describe('imports that lead nowhere', () => {
  it('are abandoned when the same administrator starts another', async () => {
    const imports = await TestImports.prepare(api);
    const first = await imports.stage(contacts(2));
    const second = await imports.stage(contacts(1));
    expect((await imports.commit(first, 2)).status).toBe(404);
    expect(await imports.countStaged(first)).toBe(0);
    expect((await imports.commit(second, 1)).status).toBe(200);
  });

  it('are forgotten after a day, with their rows', async () => {
    const imports = await TestImports.prepare(api);
    const id = await imports.stage(contacts(2));
    const others = await TestImports.prepare(api);
    const finished = await others.stage(contacts(1));
    await others.commit(finished, 1);
    await api.sql`update imports set touched_at = now() - interval '25 hours' where id in (${id}, ${finished})`;
    await others.start();
    const remaining = await api.sql`select from imports where id in (${id}, ${finished})`;
    expect(remaining).toEqual([]);
    expect(await imports.countStaged(id)).toBe(0);
  });

  it('go with their event, whether it is deleted before or while they are committed', async () => {
    const before = await TestImports.prepare(api);
    const first = await before.stage(contacts(1));
    await api.admin.delete(`/api/events/${before.eventId}`);
    expect((await before.commit(first, 1)).status).toBe(404);
    expect((await before.start()).problem).toEqual([404, 'Event not found']);

    const imports = await TestImports.prepare(api);
    const second = await imports.stage(contacts(200));
    const [committed, removed] = await Promise.all([
      imports.commit(second, 200),
      api.admin.delete(`/api/events/${imports.eventId}`),
    ]);
    expect(removed.status).toBe(200);
    expect([200, 404]).toContain(committed.status);
    const remaining = await api.sql`select from leads where event_id = ${imports.eventId}`;
    expect([remaining.length, await imports.countStaged(second)]).toEqual([0, 0]);
  });
});
