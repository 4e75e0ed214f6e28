import { expect, test } from 'vitest';
import { leadFormUrl, qrFileName, raffleUrl } from './event-links.ts';
import { isLocal, reachOf } from './local-address-warning.tsx';
import { typedAddress } from './public-origin.ts';

test('the public links are on the given origin', () => {
  expect(leadFormUrl('a-b', 'http://hall.local:3000')).toBe(
    'http://hall.local:3000/event/a-b/submit',
  );
  expect(raffleUrl('a-b', 'https://example.org')).toBe('https://example.org/event/a-b/raffle');
  expect(typedAddress('3f9a1c', 'https://example.org')).toBe('example.org/e/3f9a1c');
});

test('the file is named after the event, with hyphens for spaces', () => {
  expect(qrFileName('Harbour Winter Fair')).toBe('Harbour-Winter-Fair-qr-code.png');
  expect(qrFileName('Fair', 'large png')).toBe('Fair-qr-code-2000px.png');
  expect(qrFileName('Fair', 'svg')).toBe('Fair-qr-code.svg');
});

test.each([
  ['http://localhost:3000', true],
  ['http://app.localhost', true],
  ['http://127.0.0.1:3000', true],
  ['http://0.0.0.0:3000', true],
  ['http://[::1]:3000', true],
  ['http://192.168.1.20:3000', false],
  ['http://hall.local', false],
  ['https://localhost.example.org', false],
])('whether only this computer can open %s: %s', (origin, local) => {
  expect(isLocal(origin)).toBe(local);
});

test.each([
  ['http://localhost:3000', 'here'],
  ['http://192.168.1.7:3000', 'network'],
  ['http://172.20.0.5', 'network'],
  ['http://raffle.local', 'network'],
  ['https://172.200.0.5', 'everywhere'],
  ['https://raffle.example.org', 'everywhere'],
])('%s can be opened %s', (origin, reach) => expect(reachOf(origin)).toBe(reach));
