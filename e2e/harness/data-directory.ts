import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty directory for a server's data, and how to be rid of it. */
export function makeDataDirectory(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'drawbridge-e2e-'));
  // As root, PostgreSQL runs under an account that must be able to walk in here.
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
