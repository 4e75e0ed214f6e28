import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/**
 * The modules that the verify page is made of, as a script for any page: `fairDraw.replayVectors`.
 * Bundled by the tool and from the sources that the app is built with.
 */
export async function bundleReplay(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: fileURLToPath(new URL('../../contract/vectors/replay-vectors.ts', import.meta.url)),
        name: 'fairDraw',
        formats: ['iife'],
      },
    },
  });
  const [result] = Array.isArray(built) ? built : [built];
  if (!result || !('output' in result)) throw new Error('Vite gave no output');
  return result.output[0].code;
}
