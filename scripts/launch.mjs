// Runs one of the server's entry points in this process, after building what is out of date.
import { ensureBuilt } from './build.mjs';

const [entry, ...rest] = process.argv.slice(2);
process.argv.splice(2, Infinity, ...rest);
await ensureBuilt();
if (process.env.npm_lifecycle_event) endWithNpm();
await import(new URL(`../server/dist/${entry}.js`, import.meta.url).href);

/** `kill` of npm ends the shell that npm has started, which does not pass the signal on to this process. */
function endWithNpm() {
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 1_000).unref();
}
