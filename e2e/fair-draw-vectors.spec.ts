import { readFileSync } from 'node:fs';
import type { Vectors } from '@drawbridge/contract/vectors/replay-vectors';
import { expect, test } from './harness/test.ts';

const readVectors = (name: string) =>
  readFileSync(new URL(`../contract/vectors/${name}`, import.meta.url), 'utf8');
const vectors: Vectors = JSON.parse(readVectors('vectors.json'));

test('over plain HTTP the page accepts the proof of an independent implementation', {
  tag: '@thorough',
}, async ({ page, baseURL }) => {
  // Without a secure context there is no crypto.subtle.
  await page.goto(
    `http://venue.test:${new URL(baseURL ?? '').port}/event/${vectors.eventId}/raffle/verify`,
  );
  await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible();
  expect(await page.evaluate(() => [isSecureContext, 'subtle' in crypto])).toEqual([false, false]);

  await page.getByLabel('Proof file').setInputFiles({
    name: 'vectors.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(vectors.proof)),
  });
  await expect(page.getByRole('heading', { name: 'All 4 draws check out.' })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Draw 6: City bicycle' })).toContainText(
    'Amara Okafor won, line 3 of 4',
  );

  // The first winner entered three times, and any one of the codes is enough.
  for (const lead of [5, 8, 11]) {
    if (lead > 5) await page.getByText('Look up another code').click();
    await page.getByLabel('Entry code', { exact: true }).fill(vectors.leads[lead]?.code ?? '');
    await page.getByRole('button', { name: 'Look for me' }).click();
  }
  await expect(
    page.getByRole('heading', {
      name: 'You won draw 1: City bicycle. It was released: Not present.',
    }),
  ).toHaveCount(3);
  await expect(page.getByText('Line 7 of 8, with 3 entries, and won')).toHaveCount(3);
  await expect(page.getByText('Not on the list: you had already won')).toHaveCount(12);

  // Version 3, with two beacons of the public chain and several winners.
  await page.getByLabel('Proof file').setInputFiles({
    name: 'vectors-3.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(JSON.parse(readVectors('vectors-3.json')).proof)),
  });
  await expect(page.getByRole('heading', { name: 'All 4 draws check out.' })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Draw 6: Café voucher ☕' })).toContainText(
    'Tom Baker won, line 3 of 4',
  );
  await expect(page.getByText('round 1000 of the public beacon')).toBeVisible();
});
