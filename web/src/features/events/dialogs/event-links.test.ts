import { expect, test } from 'vitest';
import { leadFormUrl, qrFileName, raffleUrl } from './event-links.ts';

test('the links lead to the public pages of the origin on which they are shown', () => {
  expect(leadFormUrl('abc', 'http://venue.example:3000')).toBe(
    'http://venue.example:3000/event/abc/submit',
  );
  expect(raffleUrl('abc', 'https://draw.example')).toBe('https://draw.example/event/abc/raffle');
});

test("the code's file has the event's name with hyphens for spaces", () => {
  expect(qrFileName('Harbour Winter Fair')).toBe('Harbour-Winter-Fair-qr-code.png');
});
