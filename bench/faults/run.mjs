// npm run faults: prints one line per fault. `--short` is what npm test runs; other arguments select faults
// by name.
import { ensureBuilt } from '../../scripts/build.mjs';
import { cutConnections } from './cut-connections.mjs';
import { diskFull } from './disk-full.mjs';
import { killServer } from './kill-server.mjs';
import { memory } from './memory.mjs';
import { slowClients } from './slow-clients.mjs';
import { stopPostgres } from './stop-postgres.mjs';

const words = process.argv.slice(2).filter((word) => word !== '--short');
const short = process.argv.includes('--short');
const rows = short
  ? [killServer, stopPostgres, diskFull]
  : [killServer, stopPostgres, cutConnections, diskFull, slowClients, memory];
const chosen = rows.filter(({ name }) => words.every((word) => name.includes(word)));

await ensureBuilt();
let failed = chosen.length === 0;
for (const { name, run } of chosen) {
  const began = performance.now();
  const { ok, skipped, figures } = await run({ short }).catch((error) => ({
    ok: false,
    figures: error.stack,
  }));
  const verdict = skipped ? 'SKIPPED' : ok ? 'pass' : 'FAIL';
  if (!skipped && !ok) failed = true;
  const took = Math.round((performance.now() - began) / 1000);
  console.log(`${verdict.padEnd(7)} ${name} (${took} s): ${skipped ?? figures}`);
}
if (chosen.length === 0) console.log('There is no such row');
process.exit(failed ? 1 : 0);
