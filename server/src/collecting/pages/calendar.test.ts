import fc from 'fast-check';
import { expect, it } from 'vitest';
import { writeCalendar } from './calendar.ts';

const now = new Date('2026-11-18T13:00:00.123Z');
const entry = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  title: 'Raffle draw: Fair',
  at: '2026-12-05T17:30:00+01:00',
  location: 'Hall 7',
  url: 'https://raffle.example/event/1/raffle',
};
/** The value of a property, parsed as a calendar does. */
function read(file: string, property: string): string | undefined {
  const lines = file.replaceAll('\r\n ', '').split('\r\n');
  const line = lines.find((one) => one.startsWith(`${property}:`));
  return line
    ?.slice(property.length + 1)
    .replace(/\\([\\;,n])/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped));
}

it('is one entry, with its times in UTC', () => {
  expect(writeCalendar(entry, now)).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Drawbridge//Drawbridge//EN',
      'BEGIN:VEVENT',
      'UID:0f8fad5b-d9cb-469f-a165-70867728950e',
      'DTSTAMP:20261118T130000Z',
      'DTSTART:20261205T163000Z',
      'DURATION:PT30M',
      'SUMMARY:Raffle draw: Fair',
      'LOCATION:Hall 7',
      'URL:https://raffle.example/event/1/raffle',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  );
});

it('escapes what separates values', () => {
  const file = writeCalendar({ ...entry, location: 'Hall 7; east\\west,\nBristol' }, now);
  expect(file).toContain('\r\nLOCATION:Hall 7\\; east\\\\west\\,\\nBristol\r\n');
});

it('has no line of more than 75 octets, and is read as it was written', () => {
  const letters = fc.string({ unit: 'grapheme', minLength: 60, maxLength: 200 });
  const texts = letters.map((text) => text.replace(/\r/g, ''));
  fc.assert(
    fc.property(texts, texts, (title, location) => {
      const file = writeCalendar({ ...entry, title, location: location }, now);
      for (const line of file.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(Buffer.from(line).toString()).toBe(line);
      }
      expect(read(file, 'SUMMARY')).toBe(title);
      expect(read(file, 'LOCATION')).toBe(location);
    }),
  );
});
