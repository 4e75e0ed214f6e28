// `npm run release -- VERSION [--skip-tests]`
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Refused, release } from './release.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [version, ...options] = process.argv.slice(2);
try {
  if (options.some((option) => option !== '--skip-tests')) throw new Refused(`Unknown: ${options}`);
  const today = new Date().toISOString().slice(0, 10);
  release(root, version, today, options.length === 0 ? test : undefined);
  console.log(`Released ${version}. Publish it with: git push --follow-tags`);
  npm('run', 'pack');
  console.log(`and put drawbridge-${version}.tgz beside the tag's notes`);
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function test() {
  npm('test');
  npm('run', 'pack:try');
}

function npm(...args) {
  const env = { ...process.env, THOROUGH: '1' };
  const { status } = spawnSync('npm', args, { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) throw new Refused(`npm ${args.join(' ')} fails`);
}
