#!/usr/bin/env node
// Runs one of the commands in this process: `node scripts/launch.mjs start`. In a clone, outdated packages are built
// first. This is also the program `drawbridge` of the package.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, hasSources, importServer } from './build.mjs';
import { callOf, commands, describeCommands, prefixOf } from './commands.mjs';
import { findMachineProblem, readManifest } from './lib/machine.mjs';

const CHECK_SETTINGS = '--check-settings';
const PACKAGED_DATA_DIR = './drawbridge-data';
const HELP = ['--help', '-h'];
const USAGE_EXIT_CODE = 2;

const [name, ...rest] = process.argv.slice(2);
if (name === CHECK_SETTINGS) {
  await exitIfSettingsAreBad();
  process.exit();
}
const packaged = !hasSources();
const npmEvent = process.env.npm_lifecycle_event;
const { version } = readManifest();
const prefix = prefixOf({ packaged, npmEvent });
const command = Object.hasOwn(commands, name ?? '') ? commands[name] : exitWithHelp();
if (rest.some((argument) => HELP.includes(argument))) {
  console.log(`Usage: ${callOf(prefix, name)}\n\nIt ${command.does}.`);
  process.exit();
}
if (rest.length > 0 && !command.args) {
  const refusal = `The command ${name} takes no arguments, such as ${rest[0]}.`;
  exitWith(`${refusal} Settings are environment variables.`, USAGE_EXIT_CODE);
}
process.argv.splice(2, Infinity, ...rest);
// Messages repeat the command as it was typed.
process.env.CALLED_AS = packaged ? `${prefix} ${name}` : `${prefix} ${name} --`;
// The folder in which the package is started may have a `data` of its own.
if (packaged) process.env.DATA_DIR ||= PACKAGED_DATA_DIR;
if (command.module.startsWith('server/')) await prepareServer();
await import(new URL(`../${command.module}`, import.meta.url).href);

async function prepareServer() {
  exitIfMachineIsUnfit();
  await ensureBuilt(checkSettings);
  if (npmEvent) endWithNpm();
}

/** Prints the help; requested help is no error. */
function exitWithHelp() {
  if (name === '--version' || name === '-v') {
    console.log(version);
    process.exit();
  }
  const help = describeCommands(version, prefix);
  if ([...HELP, 'help', undefined].includes(name)) {
    console.log(help);
    process.exit();
  }
  return exitWith(`There is no command ${name}.\n\n${help}`, USAGE_EXIT_CODE);
}

/**
 * Ends this process with npm: `kill` of npm ends the shell that npm has started, which does not pass the signal on to
 * this process.
 */
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
  const wrong = findMachineProblem();
  if (wrong) exitWith(wrong, 1);
}

/**
 * Checks the settings before a build, so that a bad setting is reported at once. It runs in a process of its own,
 * because this one would keep the modules of the previous build, and while no other build removes what it reads.
 */
function checkSettings() {
  const script = fileURLToPath(import.meta.url);
  const { status } = spawnSync(process.execPath, [script, CHECK_SETTINGS], { stdio: 'inherit' });
  if (status) process.exit(status);
}

async function exitIfSettingsAreBad() {
  const { findRefusal } = await importServer('core/failure');
  const refusal = findRefusal(process.env);
  if (refusal) exitWith(refusal.sentence, refusal.exitCode);
}

function exitWith(sentence, exitCode) {
  console.error(sentence);
  process.exit(exitCode);
}
