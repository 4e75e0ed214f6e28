import { create } from 'qrcode';

export interface QrPath {
  /** The width and height in modules, with the quiet zone that scanners need. */
  size: number;
  /** The dark modules as the path of an SVG. */
  path: string;
}

const QUIET_ZONE = 2;

export function qrPath(text: string): QrPath {
  const { size, data } = create(text, { errorCorrectionLevel: 'L' }).modules;
  let path = '';
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const start = column;
      while (column < size && data[row * size + column]) column += 1;
      const length = column - start;
      if (length > 0) path += `M${start + QUIET_ZONE} ${row + QUIET_ZONE}h${length}v1h-${length}z`;
    }
  }
  return { size: size + 2 * QUIET_ZONE, path };
}
