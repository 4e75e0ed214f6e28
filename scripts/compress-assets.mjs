// Writes compressed versions next to each file of the build that shrinks, at the highest level, because this
// happens once and not for every visitor.
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const shrinks = /\.(js|json|css|svg|txt|wasm|webmanifest)$/;

/** Compresses the files that are in the directory now, several at once. */
export async function compressAssets(directory) {
  const names = readdirSync(directory, { recursive: true }).filter((name) => shrinks.test(name));
  await Promise.all(names.map((name) => compress(join(directory, name))));
}

async function compress(file) {
  const plain = await readFile(file);
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params }),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  if (brotli.length < plain.length) await writeFile(`${file}.br`, brotli);
  if (gzipped.length < plain.length) await writeFile(`${file}.gz`, gzipped);
}
