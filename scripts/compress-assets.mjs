// Leaves each text file of a build compressed beside itself, as well as it can be: it is done once here
// and not for every visitor.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const text = /\.(js|css|svg)$/;

export function compressAssets(directory) {
  for (const name of readdirSync(directory, { recursive: true })) {
    if (!text.test(name)) continue;
    const file = join(directory, name);
    const plain = readFileSync(file);
    const brotli = brotliCompressSync(plain, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    });
    for (const [suffix, packed] of [
      ['.br', brotli],
      ['.gz', gzipSync(plain, { level: 9 })],
    ]) {
      if (packed.length < plain.length) writeFileSync(file + suffix, packed);
    }
  }
}
