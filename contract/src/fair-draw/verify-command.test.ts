import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { withChecksum } from './proof.ts';
import vectors from './vectors.json' with { type: 'json' };

const root = fileURLToPath(new URL('../../..', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'drawbridge-verify-'));
afterAll(() => rmSync(directory, { recursive: true }));

function verify(args: string[], input = '') {
  const script = join(root, 'scripts/verify.mjs');
  return spawnSync(process.execPath, [script, ...args], { cwd: root, encoding: 'utf8', input });
}

function save(proof: unknown): string {
  const file = join(directory, 'proof.json');
  writeFileSync(file, JSON.stringify(proof, null, 2));
  return file;
}

const [first, voided, third] = vectors.proof.draws as [
  (typeof vectors.proof.draws)[number],
  (typeof vectors.proof.draws)[number],
  (typeof vectors.proof.draws)[number],
];

describe('npm run verify', () => {
  it('ticks every draw of a good proof', () => {
    // As it is typed, with npm in front; the other tests spare themselves that second.
    const { status, stdout } = spawnSync(
      'npm',
      ['run', '--silent', 'verify', '--', save(vectors.proof)],
      { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' },
    );
    expect(stdout).toBe(
      [
        `Event ${vectors.eventId}`,
        '',
        '✓ Draw 1 · City bicycle · place 3 of 4 won',
        '✓ Draw 2 · General draw · void: The prize was broken',
        '✓ Draw 3 · General draw · place 1 of 3 won · phrase “café au lait”',
        '',
        'All 3 draws check out.',
        '',
      ].join('\n'),
    );
    expect(status).toBe(0);
  });

  it('says exactly what does not match, and ends with 1', () => {
    const draws = [first, voided, { ...third, winnerIndex: 1 }];
    const { status, stdout } = verify(['-'], JSON.stringify({ ...vectors.proof, draws }));
    expect(stdout).toContain('✓ Draw 1');
    expect(stdout).toContain('✓ Draw 2');
    expect(stdout).toContain(
      [
        '✗ Draw 3 · General draw · place 2 of 3 won · phrase “café au lait”',
        '    draws[2].winnerIndex: The winner follows from the seed, the roster and the phrase',
        '      expected 0',
        '      found    1',
        '    draws[2].winnerTickets: ',
      ].join('\n'),
    );
    expect(stdout).toContain('✗ The list as a whole\n    checksum: The file is as it was saved');
    expect(stdout).toContain('1 of 3 draws does not check out.');
    expect(status).toBe(1);
  });

  it('tells a careless edit of what nothing is computed from', () => {
    const draws = [{ ...first, prizeName: 'Cargo bicycle' }, voided, third];
    const { status, stdout } = verify([save({ ...vectors.proof, draws })]);
    expect(stdout).not.toContain('✗ Draw');
    expect(stdout).toContain('This is not the proof that was saved.');
    expect(status).toBe(1);
  });

  it('says where the holder of entry codes stood', () => {
    const codes = [0, 2].flatMap((place) => ['--code', vectors.entries[place]?.code ?? '']);
    const { status, stdout } = verify([save(vectors.proof), ...codes]);
    expect(stdout).toContain(
      [
        'These entry codes',
        '  Draw 1 · place 3 of 4, and won',
        '  Draw 2 · not in the roster',
        '  Draw 3 · not in the roster',
      ].join('\n'),
    );
    expect(status).toBe(0);
  });

  it('refuses what it cannot read with one line and 2', () => {
    const file = save(vectors.proof);
    for (const [args, input, line] of [
      [[], '', /^Usage: npm run verify/],
      [[file, file], '', /^Usage/],
      [['--wrong', file], '', /^Usage/],
      [[join(directory, 'nothing.json')], '', /nothing\.json cannot be read: ENOENT/],
      [['-'], 'not JSON', /^The input is no proof: it is not JSON/],
      [['-'], '{}', /^The input is no proof: eventId: /],
      [['-'], JSON.stringify({ ...vectors.proof, extra: 1 }), /is no proof: .*extra/],
      [[file, '--code', 'HELLO'], '', /^HELLO is no entry code/],
      [[file, ...Array(11).fill('--code=X')], '', /^At most 10 entry codes/],
    ] as const) {
      const { status, stdout, stderr } = verify([...args], input);
      expect(stderr).toMatch(line);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stdout).toBe('');
      expect(status).toBe(2);
    }
  });

  it('shows what others wrote without letting it steer the terminal', () => {
    const draws = [{ ...first, prizeName: '\u001b[2J\u202eevil' }, voided, third];
    const { stdout } = verify([save(withChecksum({ ...vectors.proof, draws }))]);
    expect(stdout).toContain('Draw 1 · \\u{1b}[2J\\u{202e}evil');
  });

  it('reads a proof without draws', () => {
    const none = withChecksum({ ...vectors.proof, draws: [], nextNumber: 1 });
    const { status, stdout } = verify([save(none)]);
    expect(stdout).toContain('Nothing has been drawn yet.');
    expect(status).toBe(0);
  });
});
