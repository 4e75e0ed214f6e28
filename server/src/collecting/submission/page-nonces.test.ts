import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPageNonces } from './page-nonces.ts';

const key = randomBytes(32);
const DAY_MS = 24 * 3_600_000;

const noncesOf = (usedKey = key, now: () => number = Date.now) =>
  createPageNonces(
    async () => usedKey,
    () => {},
    now,
  );

test('every page has a nonce of its own, which every server with the key knows', async () => {
  const nonces = noncesOf();
  const [one = '', other = ''] = [await nonces.issue(), await nonces.issue()];
  expect(one).not.toBe(other);
  const id = await noncesOf().idOf(one);
  expect(id).toBeTruthy();
  expect(await nonces.idOf(one)).toBe(id);
  expect(await nonces.idOf(other)).not.toBe(id);
});

test('a nonce that was made up, changed or signed with another key is none of ours', async () => {
  const nonces = noncesOf();
  const nonce = (await nonces.issue()) ?? '';
  const bytes = Buffer.from(nonce, 'base64url');
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    expect(await nonces.idOf(changed.toString('base64url'))).toBeUndefined();
  }
  expect(await noncesOf(randomBytes(32)).idOf(nonce)).toBeUndefined();
  for (const text of [undefined, '', 'x', `${nonce}AAAA`, nonce.slice(4), '😀'.repeat(50)]) {
    expect(await nonces.idOf(text)).toBeUndefined();
  }
});

test('a page that is left open works for days, and not for ever', async () => {
  const nonce = await noncesOf().issue();
  const after = (days: number) => noncesOf(key, () => Date.now() + days * DAY_MS).idOf(nonce);
  expect(await after(6)).toBeTruthy();
  expect(await after(8)).toBeUndefined();
  // Another server's clock may be behind.
  expect(await after(-0.1)).toBeTruthy();
});

test('the key is read once, and again after a failure', async () => {
  const problems: unknown[] = [];
  let reads = 0;
  const nonces = createPageNonces(
    async () => {
      reads += 1;
      if (reads === 1) throw new Error('The database is unavailable');
      return key;
    },
    (error) => problems.push(error),
  );
  expect(await nonces.issue()).toBeUndefined();
  expect(problems).toHaveLength(1);
  const issued = await Promise.all([nonces.issue(), nonces.issue()]);
  expect(issued.every(Boolean)).toBe(true);
  expect(await nonces.idOf(issued[0])).toBeTruthy();
  expect(reads).toBe(2);
});
