// Says in plain lines what is wrong with this machine: `npm run doctor`. Works before `npm ci`, and then says that the
// packages are missing.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { importServer, isBuilt } from './build.mjs';
import { checkNode, checkPackages } from './lib/machine.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const marks = { ok: '✓', note: '·', problem: '✗' };
const { engines } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
const { DATABASE_URL, DATABASE_URL_FILE } = process.env;
let problems = 0;

report(checkNode(process.version, engines.node));
const packages = checkPackages(root, { embedded: !DATABASE_URL && !DATABASE_URL_FILE });
report(packages);
if (packages.level === 'ok') {
  // The server itself knows best what its settings may be and what it needs.
  const { examineMachine } = await importServer('doctor/checks');
  for await (const finding of examineMachine(process.env, isBuilt())) report(finding);
}
console.log(
  problems === 0
    ? '\nThis machine is ready'
    : `\n${problems} ${problems === 1 ? 'problem' : 'problems'}`,
);
process.exitCode = problems === 0 ? 0 : 1;

function report({ level, text }) {
  console.log(`${marks[level]} ${text}`);
  if (level === 'problem') problems += 1;
}
