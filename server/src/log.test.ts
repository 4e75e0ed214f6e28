import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';

/** More lines than the buffer of a pipe holds. */
const LINES = 3_000;

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A process that logs many lines and ends. */
function startLogging(stdout: 'pipe' | number, end = 'process.exit(0)') {
  const module = fileURLToPath(new URL('../dist/log.js', import.meta.url));
  const script = `
    const { createLog } = await import(${JSON.stringify(module)});
    const log = createLog('info');
    for (let n = 0; n < ${LINES}; n += 1) log.info({ n, name: 'Zoë' }, 'line');
    ${end}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  });
  children.push(child);
  return { child, ended: once(child, 'exit') };
}

const numbersIn = (output: string) =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).n as number);
const all = Array.from({ length: LINES }, (_, n) => n);

it.each([
  ['is ended', 'process.exit(0)'],
  ['ends by itself', ''],
  ['fails', "process.on('uncaughtException', () => process.exit(1)); throw new Error('x')"],
])('writes every line in order when the process %s', async (_, end) => {
  const { child } = startLogging('pipe', end);
  expect(numbersIn(await text(child.stdout as NodeJS.ReadableStream))).toEqual(all);
});

it('keeps the lines of a pipe that is full, and tears none', async () => {
  const { child } = startLogging(
    'pipe',
    "process.send('logged'); process.once('message', () => process.exit(0))",
  );
  await once(child, 'message');
  child.send('end');
  expect(numbersIn(await text(child.stdout as NodeJS.ReadableStream))).toEqual(all);
});

it('lets the process end although the reader is stuck', async () => {
  const { child, ended } = startLogging('pipe');
  child.stdout?.pause();
  expect(await ended).toEqual([0, null]);
});

it('lets the process end although the reader has disconnected', async () => {
  const { child, ended } = startLogging('pipe', 'setTimeout(() => process.exit(0), 200)');
  child.stdout?.destroy();
  expect(await ended).toEqual([0, null]);
});

it.runIf(existsSync('/dev/full'))('survives a full disk', async () => {
  const full = openSync('/dev/full', 'w');
  const { ended } = startLogging(full, 'setTimeout(() => process.exit(0), 200)');
  closeSync(full);
  expect(await ended).toEqual([0, null]);
});
