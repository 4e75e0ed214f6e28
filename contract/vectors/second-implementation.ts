import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('make-vectors.py', import.meta.url));

/** False on a machine without Python, where its tests are skipped. CI always has it. */
export const hasPython =
  Boolean(process.env.CI) || spawnSync('python3', ['--version']).status === 0;

function run(args: string[]): string {
  const { stdout, stderr, error } = spawnSync('python3', [script, ...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error || stderr) throw error ?? new Error(stderr);
  return stdout;
}

/** The vectors as the second implementation makes them now. */
export const makeVectors = (): string => run([]);

/** The verdict of the second implementation on each proof: true if it finds nothing wrong. */
export function checkInPython(proofs: readonly unknown[]): boolean[] {
  const directory = mkdtempSync(join(tmpdir(), 'drawbridge-proofs-'));
  try {
    const files = proofs.map((proof, index) => {
      const file = join(directory, `${index}.json`);
      writeFileSync(file, JSON.stringify(proof));
      return file;
    });
    const lines = run(['check', ...files])
      .trimEnd()
      .split('\n');
    return lines.map((line) => line.includes(': right'));
  } finally {
    rmSync(directory, { recursive: true });
  }
}
