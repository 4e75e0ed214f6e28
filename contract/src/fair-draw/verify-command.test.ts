import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { type ProofJson, type Vectors, withChecksum } from '../../vectors/replay-vectors.ts';
import given from '../../vectors/vectors.json' with { type: 'json' };

const vectors = given as Vectors;

const root = fileURLToPath(new URL('../../..', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'drawbridge-verify-'));
afterAll(() => rmSync(directory, { recursive: true }));

const script = [join(root, 'scripts/launch.mjs'), 'verify'];

function verify(args: string[], input = '') {
  return spawnSync(process.execPath, [...script, ...args], { cwd: root, encoding: 'utf8', input });
}

function save(proof: unknown): string {
  const file = join(directory, 'proof.json');
  writeFileSync(file, JSON.stringify(proof, null, 2));
  return file;
}

/** The proof of the vectors with one record changed. */
function changed(place: number, change: object): ProofJson {
  const draws = vectors.proof.draws.map((record, at) =>
    at === place ? { ...record, ...change } : record,
  ) as ProofJson['draws'];
  return { ...vectors.proof, draws };
}

describe('npm run verify', () => {
  it('ticks every record of a good proof', () => {
    // As it is typed, with npm in front; the other tests spare themselves that second.
    const { status, stdout } = spawnSync(
      'npm',
      ['run', '--silent', 'verify', '--', save(vectors.proof)],
      { cwd: root, encoding: 'utf8' },
    );
    expect(stdout).toMatchInlineSnapshot(`
      "Event 60ab6b1b-9224-4812-aa86-b3f7bf30352c

      ✓ 1 · City bicycle · François Lefèvre-Nuñez · line 7 of 8 · forfeited: Not present
      ✓ 2 · Café voucher ☕ · Sam Park (jo.park@example.com) · line 2 of 7 · sealed · phrase “Crème brûlée für alle 🍮”
      ✓ 3 · Headphones · void: The headphones are broken, says Zoë from the café
      ✓ 4 · General draw · Zoë Müller (zoe@example.com) · line 2 of 5 · phrase “forty-two”
      ✓ 5 · Draw 1 forfeited: Not present
      ✓ 6 · City bicycle · Amara Okafor (amara@example.com) · line 3 of 4

      All 6 records check out.
      "
    `);
    expect(status).toBe(0);
  });

  it('says exactly what does not match, and ends with 1', () => {
    const { status, stdout } = verify(['-'], JSON.stringify(changed(3, { winnerIndex: 0 })));
    for (const number of [1, 2, 3, 5, 6]) expect(stdout).toContain(`✓ ${number} · `);
    expect(stdout).toMatch(
      /✗ 4 · .*\n {4}draws\[3\]\.winnerIndex: The winner follows from the seed, the roster and the phrase\n {6}expected \d\n {6}found {4}0\n/,
    );
    expect(stdout).toContain('✗ The list as a whole\n    checksum: The file is as it was saved');
    expect(stdout).toContain('1 of 6 records does not check out.');
    expect(status).toBe(1);
  });

  it('says in which draws the holder of an entry code was, each code on its own', () => {
    const [three, waiting] = [8, 0].map((lead) => vectors.leads[lead]?.code as string);
    const { status, stdout } = verify([
      save(vectors.proof),
      ...[three, waiting].flatMap((code) => ['--code', String(code)]),
    ]);
    expect(stdout).toContain(
      [
        `Entry code ${three}`,
        '  Draw 1 · line 7 of 8, and won',
        '  Draw 2 · not in the roster',
      ].join('\n'),
    );
    const shared =
      '  Your line holds 3 entries under one phone number. If you entered fewer times, ask the organiser.';
    expect(stdout.split('\n').filter((text) => text === shared)).toHaveLength(1);
    expect(stdout).toContain(`Entry code ${waiting}\n  Draw 1 · not in the roster`);
    expect(status).toBe(0);
  });

  it('reads an event by the address of one of its pages', async () => {
    const { checksum: _, draws, eventId, ...list } = vectors.proof;
    const published = draws.map((record) => ({ ...record, roster: undefined }));
    const answers = new Map<string, unknown>([
      ['', { ...list, eventId, draws: published }],
      ...draws.map((record) => [`/${record.number}`, record] as const),
    ]);
    const server = createServer(({ url = '' }, response) => {
      const answer = answers.get(url.replace(`/api/events/${eventId}/draws`, ''));
      response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const page = `http://127.0.0.1:${(server.address() as AddressInfo).port}/event/${eventId}/raffle/verify`;
    const run = () => promisify(execFile)(process.execPath, [...script, page], { cwd: root });
    expect((await run()).stdout).toContain('All 6 records check out.');
    answers.delete('/2');
    await expect(run()).rejects.toMatchObject({ code: 2, stderr: `${page} cannot be read: 404\n` });
    answers.set('', { ...list, eventId: crypto.randomUUID(), draws: published });
    await expect(run()).rejects.toMatchObject({
      code: 2,
      stderr: `${page} answers with another event\n`,
    });
    server.close();
  });

  it('refuses what it cannot read with one line and 2', () => {
    const file = save(vectors.proof);
    for (const [args, input, line] of [
      [[], '', /^Usage: npm run verify/],
      [['-'], 'not JSON', /^The input is not a proof\. It is not JSON/],
      [
        ['-'],
        JSON.stringify(changed(1, { roster: [['x']] })),
        /draws\[1\]\.roster\[0\]\[0\]: A hash/,
      ],
      [[file, '--code', 'HELLO'], '', /^HELLO is not an entry code/],
    ] as const) {
      const { status, stdout, stderr } = verify([...args], input);
      expect(stderr).toMatch(line);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stdout).toBe('');
      expect(status).toBe(2);
    }
  });

  it('shows what others wrote without letting it steer the terminal', () => {
    const proof = withChecksum(changed(0, { prizeName: '\u001b[2J\u202eevil' }));
    expect(verify([save(proof)]).stdout).toContain('1 · \\u{1b}[2J\\u{202e}evil');
  });
});
