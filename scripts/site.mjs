// Builds the public site into site/dist: `npm run site`. VitePress is installed only for this, into npm's cache.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureContractBuilt } from './build.mjs';

const VITEPRESS = 'vitepress@1.6.4';

await ensureContractBuilt();
const args = ['exec', '--yes', `--package=${VITEPRESS}`, '--', 'vitepress', 'build', 'site'];
const root = fileURLToPath(new URL('..', import.meta.url));
process.exitCode = spawnSync('npm', args, { cwd: root, stdio: 'inherit' }).status ?? 1;
