import { breakWordmark } from './wordmark-layout.ts';

const FONT_SIZE = 64;
const LINE_HEIGHT = 1.15 * FONT_SIZE;
/** Pages show logos on a plate, so they need little space around them. */
const MARGIN = 8;
// Images do not follow the theme; dark text on a white plate is readable on every background.
const PLATE = '#ffffff';
const INK = '#1d2130';
const FACE = '"Bricolage Grotesque Variable", "Instrument Sans Variable", system-ui, sans-serif';

/** A logo for a sponsor without one: its name, as a PNG data URL as wide as the name. */
export function drawWordmark(name: string): string {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('There is no canvas to draw on');
  const font = `650 ${FONT_SIZE}px ${FACE}`;
  pen.font = font;
  const lines = breakWordmark(name, (text) => pen.measureText(text).width / FONT_SIZE);
  canvas.width =
    Math.ceil(Math.max(...lines.map((line) => pen.measureText(line).width))) + 2 * MARGIN;
  canvas.height = Math.ceil(lines.length * LINE_HEIGHT) + 2 * MARGIN;

  pen.fillStyle = PLATE;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  // Setting the size of a canvas resets its pen.
  pen.font = font;
  pen.fillStyle = INK;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  for (const [index, line] of lines.entries()) {
    pen.fillText(line, canvas.width / 2, MARGIN + (index + 0.5) * LINE_HEIGHT);
  }
  return canvas.toDataURL('image/png');
}
