interface CalendarEntry {
  id: string;
  title: string;
  /** When it begins, as an ISO moment. */
  at: string;
  place: string;
  url: string;
}

/** A file that calendars take (RFC 5545). An entry that was added before is replaced, because the id is the same. */
export function writeCalendar(entry: CalendarEntry, now = new Date()): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Drawbridge//Drawbridge//EN',
    'BEGIN:VEVENT',
    `UID:${entry.id}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(new Date(entry.at))}`,
    // How long it takes is not known; without a duration some calendars do not show it.
    'DURATION:PT30M',
    `SUMMARY:${escapeText(entry.title)}`,
    `LOCATION:${escapeText(entry.place)}`,
    `URL:${entry.url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** `20261205T173000Z` */
const utc = (moment: Date) => `${moment.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const escapeText = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');

const LINE_OCTETS = 75;

/** Breaks a long line between characters; the next one begins with a space, which counts. */
function fold(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
