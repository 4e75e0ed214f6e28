import { PRODUCT_NAME, ticketPath } from '@drawbridge/contract/core/pages';
import type { PublicEvent } from '@drawbridge/contract/events/events';
import { languages } from '@drawbridge/contract/languages/languages';
import { formatDayWithWeekday, formatTimestampShort } from '../../lib/texts/day-formats.ts';
import { qrPath } from '../../lib/texts/qr-path.ts';
import { currentLanguage, t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import type { OwnTicket } from '../../raffle/tickets/saved-entry-codes.ts';

const WIDTH = 1080;
const MARGIN = 80;
const QR = 520;
const STAGE = '#171a26';
const INK = '#1e2230';
const QUIET = '#5c6070';

/** The ticket as a PNG, which a visitor finds among their photos. */
export async function drawTicket(ticket: OwnTicket, event: PublicEvent | undefined): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw');
  // The fonts of `styles.css`, which depend on the language.
  const styles = getComputedStyle(document.documentElement);
  const fontOf = (size: number, family: 'display' | 'text' | 'code', weight = 600) =>
    `${weight} ${size}px ${styles.getPropertyValue(`--${family}-family`)}`;

  type Line = { text: string; font: string; color: string; height: number };
  const wrap = (text: string, font: string, color: string, height: number): Line[] =>
    wrapText(pen, text, font).map((line) => ({ text: line, font, color, height }));
  const header = event
    ? [
        ...wrap(event.name, fontOf(64, 'display', 650), '#fff', 76),
        ...wrap(
          `${formatDayWithWeekday(event.date)} · ${event.location}`,
          fontOf(34, 'text', 400),
          '#b5b8c4',
          48,
        ),
      ]
    : [];
  const stub = [
    ...wrap(ticketName(ticket.ticket), fontOf(96, 'display', 700), INK, 116),
    ...wrap(ticket.name, fontOf(52, 'display', 650), INK, 68),
    ...wrap(ticket.code, fontOf(40, 'code'), INK, 56),
    ...wrap(
      ticket.submittedAt && formatTimestampShort(ticket.submittedAt, 'local'),
      fontOf(34, 'text', 400),
      QUIET,
      48,
    ),
    ...wrap(`${t('workspace.keepPicture')} · ${PRODUCT_NAME}`, fontOf(30, 'text', 400), QUIET, 60),
  ];
  const heightOf = (lines: Line[]) => lines.reduce((sum, { height }) => sum + height, 0);
  const headerHeight = heightOf(header) + 2 * MARGIN;

  canvas.width = WIDTH;
  canvas.height = headerHeight + MARGIN + QR + MARGIN / 2 + heightOf(stub) + MARGIN;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, WIDTH, canvas.height);
  pen.fillStyle = STAGE;
  pen.fillRect(0, 0, WIDTH, headerHeight);
  writeLines(header, MARGIN);

  const { eventId, code, name } = ticket;
  const { size, path } = qrPath(`${location.origin}${ticketPath(eventId, code, name)}`);
  pen.save();
  pen.translate((WIDTH - QR) / 2, headerHeight + MARGIN);
  pen.scale(QR / size, QR / size);
  pen.fillStyle = '#000';
  pen.fill(new Path2D(path));
  pen.restore();
  writeLines(stub, headerHeight + MARGIN + QR + MARGIN / 2);

  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('This browser cannot write pictures'))),
      'image/png',
    ),
  );

  function writeLines(lines: Line[], top: number) {
    if (!pen) return;
    pen.direction = languages[currentLanguage()].direction;
    pen.textAlign = 'center';
    pen.textBaseline = 'top';
    let y = top;
    for (const { text, font, color, height } of lines) {
      pen.font = font;
      pen.fillStyle = color;
      pen.fillText(text, WIDTH / 2, y);
      y += height;
    }
  }
}

/** Breaks a text at spaces and hyphens, and a longer word anywhere. */
function wrapText(pen: CanvasRenderingContext2D, text: string, font: string): string[] {
  pen.font = font;
  const fits = (line: string) => pen.measureText(line.trim()).width <= WIDTH - 2 * MARGIN;
  const lines: string[] = [];
  let line = '';
  for (const part of text.split(/(?<=[\s-])/)) {
    if (line && !fits(line + part)) {
      lines.push(line.trim());
      line = '';
    }
    for (const character of part) {
      if (line && !fits(line + character)) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  }
  return line ? [...lines, line.trim()] : lines;
}
