import { layOutWordmark } from './wordmark-layout.ts';

const WIDTH = 512;
const HEIGHT = 192;
const MARGIN = 32;
const LINE_HEIGHT = 1.15;
// Images do not follow the theme; dark text on a white plate is readable on every background.
const PLATE = '#ffffff';
const INK = '#1d2130';
const FACE = '"Bricolage Grotesque Variable", "Instrument Sans Variable", system-ui, sans-serif';

/** A logo for a sponsor without one: its name, as a PNG data URL. */
export function drawWordmark(name: string): string {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('There is no canvas to draw on');
  pen.fillStyle = PLATE;
  pen.fillRect(0, 0, WIDTH, HEIGHT);

  const font = (size: number) => `650 ${size}px ${FACE}`;
  pen.font = font(100);
  const { lines, fontSize } = layOutWordmark(name, (text) => pen.measureText(text).width / 100, {
    width: WIDTH - 2 * MARGIN,
    height: HEIGHT - 2 * MARGIN,
    lineHeight: LINE_HEIGHT,
  });
  pen.font = font(fontSize);
  pen.fillStyle = INK;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  for (const [index, line] of lines.entries()) {
    const fromMiddle = (index - (lines.length - 1) / 2) * fontSize * LINE_HEIGHT;
    pen.fillText(line, WIDTH / 2, HEIGHT / 2 + fromMiddle);
  }
  return canvas.toDataURL('image/png');
}
