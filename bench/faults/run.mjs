// `npm run faults` breaks a real server in every way below and fails if an acknowledged entry is lost;
// `npm run faults -- NAME…` only in some.
import { ensureBuilt } from '../../scripts/build.mjs';
import { runCluster } from './cluster.mjs';
import { fillDisk } from './disk.mjs';
import { seconds } from './visitors.mjs';

const cases = { disk: fillDisk, cluster: runCluster };

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !Object.hasOwn(cases, name));
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(', ')}. The faults are: ${Object.keys(cases).join(', ')}`,
  );
  process.exit(1);
}

await ensureBuilt();
let failed = false;
for (const name of requested.length > 0 ? requested : Object.keys(cases)) {
  const began = performance.now();
  const { ok, skipped, figures } = await cases[name]().catch((error) => ({
    ok: false,
    figures: error.stack,
  }));
  // A fault requested by name must not be skipped.
  if (!ok && (!skipped || requested.length > 0)) failed = true;
  const took = seconds(performance.now() - began);
  const verdict = skipped ? 'SKIPPED' : ok ? 'pass' : 'FAIL';
  console.log(`${verdict.padEnd(7)} ${name} (${took}): ${skipped ?? figures}`);
}
process.exit(failed ? 1 : 0);
