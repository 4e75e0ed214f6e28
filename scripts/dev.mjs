// Starts the development server: it restarts and the page reloads when a file is saved.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, findTool, TSC, VITE } from './build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

// A full build comes first, so that everything the server imports exists before the watchers start.
await build();

const env = { ...process.env, NODE_ENV: 'development' };
// Each child has its own process group, because TypeScript's launcher does not forward signals.
const run = (args, cwd = root) =>
  spawn(process.execPath, args, { cwd, stdio: 'inherit', detached: true, env });

const children = [
  run([findTool(TSC), '-b', '--watch', '--preserveWatchOutput']),
  run(['--watch-path', 'server/dist', '--watch-path', 'contract/dist', 'server/dist/main.js']),
  run([findTool(VITE)], join(root, 'web')),
];

let stopping = false;
function stop() {
  if (stopping) return;
  stopping = true;
  for (const child of children) {
    if (child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
  }
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
for (const child of children) child.on('exit', stop);
