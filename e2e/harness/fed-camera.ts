import { closeSync, openSync, writeSync } from 'node:fs';
import { create } from 'qrcode';

const WIDTH = 640;
const HEIGHT = 480;
const WHITE = 235;
const BLACK = 16;
const GREY = 128;
const HEADER = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F5:1 Ip A1:1 C420jpeg\nFRAME\n`;

/**
 * The file that Chromium plays as its camera: one frame, which it reads repeatedly, so that writing into the file
 * changes the picture.
 */
export class FedCamera {
  readonly #file: number;
  readonly path: string;

  constructor(path: string) {
    this.path = path;
    this.#file = openSync(path, 'w');
    const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, GREY);
    writeSync(
      this.#file,
      Buffer.concat([Buffer.from(HEADER), this.#picture(() => false), colours]),
    );
  }

  /** The arguments for the launch of the browser. */
  get args(): string[] {
    return [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${this.path}`,
    ];
  }

  /** Holds a QR code with the text in front of the camera. */
  show(text: string): void {
    const { modules } = create(text, { errorCorrectionLevel: 'M' });
    const module = Math.floor((HEIGHT * 0.8) / modules.size);
    const left = Math.floor((WIDTH - modules.size * module) / 2);
    const top = Math.floor((HEIGHT - modules.size * module) / 2);
    const isDark = (x: number, y: number) => {
      const column = Math.floor((x - left) / module);
      const row = Math.floor((y - top) / module);
      const inside = Math.min(column, row) >= 0 && Math.max(column, row) < modules.size;
      return inside && Boolean(modules.get(row, column));
    };
    writeSync(this.#file, this.#picture(isDark), 0, WIDTH * HEIGHT, HEADER.length);
  }

  close(): void {
    closeSync(this.#file);
  }

  /** The brightness of every pixel. */
  #picture(isDark: (x: number, y: number) => boolean): Uint8Array {
    return Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
      isDark(at % WIDTH, Math.floor(at / WIDTH)) ? BLACK : WHITE,
    );
  }
}
