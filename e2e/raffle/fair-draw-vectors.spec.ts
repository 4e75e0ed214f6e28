import { readFileSync } from 'node:fs';
import type { DrawRecord } from '@drawbridge/contract/fair-draw/draws';
import type { Vectors } from '@drawbridge/contract/vectors/replay-vectors';
import { expect, test } from '../harness/test.ts';

const vectors: Vectors = JSON.parse(
  readFileSync(new URL('../../contract/vectors/vectors.json', import.meta.url), 'utf8'),
);
const { proof } = vectors;

test('over plain HTTP the page accepts the proof of an independent implementation', {
  tag: '@thorough',
}, async ({ page, baseURL }) => {
  // There is no crypto.subtle without a secure context.
  await page.goto(
    `http://venue.test:${new URL(baseURL ?? '').port}/event/${proof.eventId}/raffle/verify`,
  );
  await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible();
  expect(await page.evaluate(() => [isSecureContext, 'subtle' in crypto])).toEqual([false, false]);

  await page.getByLabel('Proof file').setInputFiles({
    name: 'vectors.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(proof)),
  });
  // The proof has beacons of the public chain, chances, roll calls and a restored backup.
  await expect(page.getByRole('heading', { name: 'All 5 draws check out.' })).toBeVisible();
  const seventh = page.getByRole('article', { name: 'Draw 7: Café voucher ☕' });
  await expect(seventh).toContainText('Shy Sue won, line 5 of 10');
  await expect(seventh).toContainText('round 1000 of the public beacon');
  await expect(page.getByText('these tickets would have won')).toBeVisible();
  await expect(
    page.getByRole('heading', { name: 'The event was restored from a backup' }),
  ).toBeVisible();

  // A winner of the third draw entered three times, and any one of the codes is enough.
  const [, second] = (proof.draws[2] as DrawRecord).winners;
  const codes = vectors.leads.flatMap(({ ticket, code }) =>
    second?.tickets.includes(ticket) ? code : [],
  );
  for (const [index, code] of codes.entries()) {
    if (index > 0) await page.getByText('Look up another code').click();
    await page.getByLabel('Entry code', { exact: true }).fill(code);
    await page.getByRole('button', { name: 'Look for me' }).click();
  }
  await expect(
    page.getByRole('heading', {
      name: 'You won draw 3: Café voucher ☕. It was released: Not present.',
    }),
  ).toHaveCount(3);
  // More than five draws are a closed list.
  for (const list of await page.getByText('Draw by draw').all()) await list.click();
  await expect(
    page.getByText('Line 3 of 13, with 3 entries, and won · Chances: 40 of 1,079'),
  ).toHaveCount(3);
});
