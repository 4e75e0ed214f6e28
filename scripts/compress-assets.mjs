// Writes compressed versions next to each file of the build that shrinks, at the highest level, because this
// happens once and not for every visitor.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const shrinks = /\.(js|json|css|svg|txt|wasm|webmanifest)$/;

export function compressAssets(directory) {
  for (const name of readdirSync(directory, { recursive: true })) {
    if (!shrinks.test(name)) continue;
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
