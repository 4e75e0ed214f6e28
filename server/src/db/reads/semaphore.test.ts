import { expect, it } from 'vitest';
import { FairSemaphore } from './semaphore.ts';

it('a client with many tasks has one at a time, and others are worked on beside it', async () => {
  const semaphore = new FairSemaphore(2, 1);
  const began: string[] = [];
  const finish: (() => void)[] = [];
  const start = (client: string) =>
    semaphore.run(client, async () => {
      began.push(client);
      await new Promise<void>((resolve) => finish.push(resolve));
    });
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const tasks = ['Acme', 'Acme', 'Acme', 'Globex', 'Initech'].map(start);
  await settled();
  expect(began).toEqual(['Acme', 'Globex']);
  finish.shift()?.();
  await settled();
  expect(began).toEqual(['Acme', 'Globex', 'Initech']);
  finish.shift()?.();
  await settled();
  expect(began).toEqual(['Acme', 'Globex', 'Initech', 'Acme']);
  while (finish.length > 0) {
    finish.shift()?.();
    await settled();
  }
  await Promise.all(tasks);
  expect(began).toHaveLength(5);
});
