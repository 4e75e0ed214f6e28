import { expect, test } from 'vitest';
import { toSponsorInputs } from './api.ts';

const sponsor = (key: number, name: string) => ({
  key,
  name,
  logo: `data:image/png;base64,${key}`,
});
const acme = sponsor(1, 'Acme');
const harbour = sponsor(2, 'Harbour Coffee');
const tram = sponsor(3, 'Old Tram');

test('positions count from 1, and again from 1 after somebody has left the queue', () => {
  const positions = (queue: (typeof acme)[]) =>
    toSponsorInputs('event', queue).map(({ name, position }) => `${position} ${name}`);
  expect(positions([acme, harbour, tram])).toEqual(['1 Acme', '2 Harbour Coffee', '3 Old Tram']);
  expect(positions([acme, tram])).toEqual(['1 Acme', '2 Old Tram']);
});
