// For developers: the server restarts and the page reloads when a file is saved.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
const tool = (name, bin) => join(dirname(require.resolve(`${name}/package.json`)), bin);

// Once in full, so that the server has everything it imports before the watchers take over.
build();

const children = [
  [tool('typescript', 'bin/tsc'), '-b', '--watch', '--preserveWatchOutput'],
  ['--watch-path', 'server/dist', '--watch-path', 'contract/dist', 'server/dist/main.js'],
].map((args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }));
children.push(
  spawn(process.execPath, [tool('vite', 'bin/vite.js')], {
    cwd: join(root, 'web'),
    stdio: 'inherit',
  }),
);

let stopping = false;
function stop() {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
for (const child of children) child.on('exit', stop);
