import sql from 'sql-template-tag';
import { afterAll, expect, it } from 'vitest';
import { startApi } from '../test/world/api.ts';
import { createEvent } from '../test/world/fixtures.ts';
import { isDatabaseUnavailable } from './errors.ts';
import { inTransaction } from './transaction.ts';

const api = await startApi();
afterAll(() => api.close());

const rename = (name: string, id: string) =>
  api.sql`update events set name = ${name} where id = ${id}`;

it('keeps all of it, or nothing when something in it fails', async () => {
  const { id } = await createEvent(api.admin, { name: 'Before' });
  await inTransaction(api.sql, (tx) =>
    tx.execute(sql`update events set name = 'Kept' where id = ${id}`),
  );
  const failure = inTransaction(api.sql, async (tx) => {
    await tx.execute(sql`update events set name = 'Lost' where id = ${id}`);
    throw new Error('Changed my mind');
  });
  await expect(failure).rejects.toThrow('Changed my mind');
  const [event] = await api.sql`select name from events where id = ${id}`;
  expect(event?.name).toBe('Kept');
});

it('lets more of them through than it has places for, and more than the database has', async () => {
  const { id } = await createEvent(api.admin);
  const names = Array.from({ length: 100 }, (_, n) => `Name ${n}`);
  await Promise.all(
    names.map((name) =>
      inTransaction(api.sql, (tx) =>
        tx.execute(sql`update events set name = ${name} where id = ${id}`),
      ),
    ),
  );
  const [event] = await api.sql`select name from events where id = ${id}`;
  expect(names).toContain(event?.name);
});

it.each(['in the middle of a statement', 'between two statements'])(
  'survives a connection that dies %s, and leaves nothing behind',
  async (when) => {
    const { id } = await createEvent(api.admin, { name: 'Before' });
    const failure = inTransaction(api.sql, async (tx) => {
      await tx.execute(sql`update events set name = 'Half done' where id = ${id}`);
      const [me] = await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      if (when === 'in the middle of a statement') {
        await tx.execute(sql`select pg_terminate_backend(${me?.pid ?? 0})`);
      } else {
        await api.sql`select pg_terminate_backend(${me?.pid ?? 0}, 10000)`;
      }
      await tx.execute(sql`select 1`);
    });
    const error = await failure.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(isDatabaseUnavailable(error)).toBe(true);
    const [event] = await api.sql`select name from events where id = ${id}`;
    expect(event?.name).toBe('Before');
    await rename('After', id);
  },
);

it('starts over when PostgreSQL has to end one of two that wait for each other', async () => {
  const ids = [(await createEvent(api.admin)).id, (await createEvent(api.admin)).id];
  let attempts = 0;
  let bothHoldOne = () => {};
  const holding = new Promise<void>((resolve) => {
    bothHoldOne = resolve;
  });
  const renameBoth = (name: string, [first, second]: string[]) =>
    inTransaction(api.sql, async (tx) => {
      await tx.execute(sql`update events set name = ${name} where id = ${first}`);
      attempts += 1;
      if (attempts === 2) bothHoldOne();
      await holding;
      await tx.execute(sql`update events set name = ${name} where id = ${second}`);
    });
  await Promise.all([renameBoth('One', ids), renameBoth('Two', ids.toReversed())]);
  expect(attempts).toBeGreaterThan(2);
  const names = await api.sql<{ name: string }[]>`select name from events where id = any(${ids})`;
  expect(new Set(names.map(({ name }) => name)).size).toBe(1);
});
