// Lints while the build runs, most of which takes only one core: the first step of `npm test`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const statuses = await Promise.all(
  ['lint', 'build'].map(async (script) => {
    const [status] = await once(spawn('npm', ['run', script], { stdio: 'inherit' }), 'exit');
    return status;
  }),
);
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
