// Says in plain lines what is wrong with this machine: `npm run doctor`. Works before `npm ci`, and then says that the
// packages are missing.
import { importServer, isBuilt } from './build.mjs';
import { checkMachine } from './lib/machine.mjs';

const marks = { ok: '✓', note: '·', problem: '✗' };
let problems = 0;

for (const finding of checkMachine()) report(finding);
if (problems === 0) {
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
