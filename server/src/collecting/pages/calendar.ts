interface CalendarEntry {
  id: string;
  title: string;
  /** The start, as an ISO timestamp. */
  at: string;
  location: string;
  url: string;
}

/** Writes an iCalendar file (RFC 5545). It replaces an entry that was added before, because the id is the same. */
export function writeCalendar(entry: CalendarEntry, now = new Date()): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Drawbridge//Drawbridge//EN',
    'BEGIN:VEVENT',
    `UID:${entry.id}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(new Date(entry.at))}`,
    // The real duration is unknown, but some calendars hide entries without one.
    'DURATION:PT30M',
    `SUMMARY:${escapeText(entry.title)}`,
    `LOCATION:${escapeText(entry.location)}`,
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

/** Breaks a long line between characters. The next line begins with a space, which counts. */
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
