// Three PostgreSQL with Patroni and etcd behind HAProxy, as described in docs/scale.md, in network namespaces. All of it
// ends with them, also if this process is killed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findVersion } from './machines.mjs';

const TIME_LIMIT_MS = 25 * 60_000;
const NAMESPACES = ['--net', '--pid', '--mount'];
const PACKAGES = {
  patroni: 'patroni python3-etcd',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  ip: 'iproute2',
  setpriv: 'util-linux',
};

const works = (program, ...args) => spawnSync(program, args).status === 0;

export async function runCluster() {
  const missing = Object.keys(PACKAGES).filter((program) => !works('which', program));
  const packages = missing.map((program) => PACKAGES[program]);
  if (!findVersion()) packages.push('postgresql');
  if (packages.length > 0) {
    return { skipped: `needs: apt-get install --no-install-recommends ${packages.join(' ')}` };
  }
  if (process.getuid() !== 0 || !works('unshare', ...NAMESPACES, 'true')) {
    return { skipped: 'needs root on Linux, with the right to make namespaces (unshare --net)' };
  }
  const room = mkdtempSync(join(tmpdir(), 'drawbridge-cluster-'));
  chmodSync(room, 0o755);
  const inside = fileURLToPath(new URL('inside.mjs', import.meta.url));
  // The shell is there to reap the processes whose parents are gone.
  const command = ['sh', '-c', '"$@"; exit $?', 'sh', process.execPath, inside, room];
  const options = [...NAMESPACES, '--fork', '--kill-child', '--mount-proc'];
  const child = spawn('unshare', [...options, ...command], { stdio: 'inherit' });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const timer = setTimeout(end, TIME_LIMIT_MS);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  process.off('exit', end);
  const ok = code === 0;
  if (ok) rmSync(room, { recursive: true, force: true, maxRetries: 5 });
  return { ok, figures: ok ? 'nothing was lost or duplicated' : `the logs are in ${room}` };
}
