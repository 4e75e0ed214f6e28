// Runs one of the server's entry points in this process, after building what is out of date.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, importServer, isBuilt } from './build.mjs';
import { checkMachine } from './lib/machine.mjs';

const CHECK_SETTINGS = '--check-settings';

const [entry, ...rest] = process.argv.slice(2);
if (entry === CHECK_SETTINGS) {
  await exitIfSettingsAreBad();
  process.exit();
}
process.argv.splice(2, Infinity, ...rest);
exitIfMachineIsUnfit();
if (!isBuilt()) checkSettings();
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

/** Exits with one line if Node.js is too old or packages are missing. */
function exitIfMachineIsUnfit() {
  const wrong = checkMachine().find(({ level }) => level === 'problem');
  if (wrong) exitWith(wrong.text, 1);
}

/**
 * Nobody should wait for a build to be told that a setting is bad. In a process of its own, because this one would keep
 * what it has loaded of the build before.
 */
function checkSettings() {
  const script = fileURLToPath(import.meta.url);
  const { status } = spawnSync(process.execPath, [script, CHECK_SETTINGS], { stdio: 'inherit' });
  if (status) process.exit(status);
}

async function exitIfSettingsAreBad() {
  const { findRefusal } = await importServer('doctor/checks');
  const refusal = findRefusal(process.env);
  if (refusal) exitWith(refusal.sentence, refusal.exitCode);
}

function exitWith(sentence, exitCode) {
  console.error(sentence);
  process.exit(exitCode);
}
