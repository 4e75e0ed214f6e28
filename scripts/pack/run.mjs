// Creates drawbridge-raffle-VERSION.tgz, which npm can publish and npx can start: `npm run pack`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../build.mjs';
import { root, stagePackage } from './stage.mjs';

await ensureBuilt();
const stage = mkdtempSync(join(tmpdir(), 'drawbridge-pack-'));
try {
  stagePackage(stage);
  const { status } = spawnSync('npm', ['pack', '--loglevel=warn', '--pack-destination', root], {
    cwd: stage,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(stage, { recursive: true });
}
