import { expect, it } from 'vitest';
import { coalesceReads } from './coalesce-reads.ts';

/** A read whose results the test releases: the number of the read. */
function startReads() {
  const reads: { key: string; answer(text: string): void; fail(error: Error): void }[] = [];
  const share = coalesceReads(
    (key) => new Promise<string>((answer, fail) => reads.push({ key, answer, fail })),
  );
  const answer = async (at: number, failure?: Error) => {
    const read = reads[at] as (typeof reads)[number];
    if (failure) read.fail(failure);
    else read.answer(`${read.key}${at}`);
    await new Promise(setImmediate);
  };
  return { share, reads, answer, begin: () => new Promise(setImmediate) };
}

it('shares the next read among all who ask while one is running, and never the one before', async () => {
  const { share, reads, answer, begin } = startReads();
  const first = share('a');
  await begin();
  const others = Promise.all([share('a'), share('a'), share('b')]);
  await begin();
  expect(reads.map(({ key }) => key)).toEqual(['a', 'b']);
  await answer(0);
  const later = share('a');
  await begin();
  await answer(1);
  await answer(2);
  await answer(3);
  expect(await first).toBe('a0');
  expect(await others).toEqual(['a2', 'a2', 'b1']);
  expect(await later).toBe('a3');
  expect(reads).toHaveLength(4);
});

it('a failure reaches those who shared it alone', async () => {
  const { share, reads, answer, begin } = startReads();
  const failing = expect(share('a')).rejects.toThrow('away');
  await begin();
  const next = share('a');
  await answer(0, new Error('away'));
  await answer(1);
  await failing;
  expect(await next).toBe('a1');
  expect(reads).toHaveLength(2);
});

it('reads a few at once, and the others in turn', async () => {
  const { share, reads, answer, begin } = startReads();
  const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map(share));
  await begin();
  expect(reads).toHaveLength(4);
  await answer(0);
  expect(reads).toHaveLength(5);
  for (const at of [1, 2, 3, 4]) await answer(at);
  expect(await all).toEqual(['a0', 'b1', 'c2', 'd3', 'e4']);
});
