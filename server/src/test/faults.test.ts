import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, inject, it } from 'vitest';

const script = fileURLToPath(new URL('../../../bench/faults/run.mjs', import.meta.url));

/** `npm run faults` does the same for longer, and more; killed servers and databases have tests of their own. */
it('the disk is full under load, and nothing is lost', async () => {
  const child = spawn(process.execPath, [script, '--short', 'disk'], {
    env: { ...process.env, FAULTS_DATABASE: inject('furnished') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let lines = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      lines += text;
    });
  }
  const [code] = await once(child, 'close');
  process.stdout.write(lines);
  expect(code, lines).toBe(0);
}, 240_000);
