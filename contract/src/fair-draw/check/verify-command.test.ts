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
import { type ProofJson, type Vectors, withChecksum } from '../../../vectors/replay-vectors.ts';
import given from '../../../vectors/vectors.json' with { type: 'json' };

const vectors = given as Vectors;
type Lead = Vectors['leads'][number];

const root = fileURLToPath(new URL('../../../..', import.meta.url));
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
function changed(index: number, change: object): ProofJson {
  const draws = vectors.proof.draws.map((record, at) =>
    at === index ? { ...record, ...change } : record,
  ) as ProofJson['draws'];
  return { ...vectors.proof, draws };
}

describe('npm run verify', () => {
  it('ticks every record of a good proof', () => {
    // The command as typed, with npm in front. The other tests skip npm to save a second each.
    const { status, stdout } = spawnSync(
      'npm',
      ['run', '--silent', 'verify', '--', save(vectors.proof)],
      { cwd: root, encoding: 'utf8' },
    );
    expect(stdout).toMatchInlineSnapshot(`
      "Event 862aa0bd-1a68-462c-9b88-32021896d640

      ✓ 1 · City bicycle · Erased (the name was erased at the person's request on 2027-03-12) · line 13 of 14
      ✓ 2 · Café voucher ☕ · sealed for round 123 of the beacon · void: Zoë dropped it · line 9 (Wolf 8019) would have won · line 10 (Cardinal 4419, Parrot 0639, Waxwing 0512) would have won
      ✓ 3 · Café voucher ☕ · Priya 🎉 Nair (priya@example.com) · line 5 of 13 · 1000 of 1079 chances · Famille Lefevre (lefevre@example.com) · line 3 of 13 · 40 of 1079 chances · forfeited: Not present · sealed · repeated · phrase “crème brûlée”
      ✓ 4 · Draw 3, winner 2 forfeited: Not present
      ✓ 5 · Headphones · sealed · void: The projector failed
      ✓ 6 · Restored from a backup: Restored from a backup
      ✓ 7 · Café voucher ☕ · Shy Sue (shy@example.com) · line 5 of 10 · 3 of 31 chances · Ali Khan (ali@example.com) · line 8 of 10 · 10 of 31 chances · Wolfeschlegelsteinhausenbergerdorff Wolfeschlegelsteinhausenbergerdorff Wolfeschlegelsteinhausenbergerdorff Wolfeschlegelsteinhausenbergerdorff Wolfeschlegelsteinhausenbergerdorff the Elder · line 2 of 10 · 1 of 31 chances · sealed for round 1000 of the beacon · quantity raised from 3 to 4 after draw 3 · repeated
      ✓ 8 · Headphones · Zoë M. (name not checked) · line 2 of 4 · 4 of 10 chances · only people who answered the roll call · repeated
      ✓ 9 · General draw · Late Larry (late@example.com) · line 3 of 4 · 2 of 7 chances · Amara Okafor (amara@example.com) · line 4 of 4 · 3 of 7 chances · Tom Baker (office@example.com) · line 2 of 4 · 1 of 7 chances · 王小明 (mei@example.com) · line 1 of 4 · 1 of 7 chances · only people who answered the roll call
        10 · City bicycle · sealed for round 1600 of the beacon · quantity raised from 1 to 2 after draw 1 · not drawn yet

      All 9 records check out.
      "
    `);
    expect(status).toBe(0);
  });

  it('says exactly what does not match, and ends with 1', () => {
    const { status, stdout } = verify(['-'], JSON.stringify(changed(3, { place: 0 })));
    for (const number of [1, 2, 3, 5, 6, 7, 8, 9]) expect(stdout).toContain(`✓ ${number} · `);
    expect(stdout).toMatch(
      /✗ 4 · .*\n {4}draws\[3\]\.record: The hash of the record covers all of its facts\n {6}expected [0-9a-f]{64}\n {6}found {4}[0-9a-f]{64}\n/,
    );
    expect(stdout).toContain('✗ The list as a whole\n    checksum: The file is as it was saved');
    expect(stdout).toContain('1 of 9 records does not check out.');
    expect(status).toBe(1);
  });

  it('says in which draws the holder of an entry code was, each code on its own', () => {
    // A phone number with three entries, and an unverified entry.
    const [three, waiting] = [8, 0].map((lead) => vectors.leads[lead]) as [Lead, Lead];
    const { status, stdout } = verify([
      save(vectors.proof),
      ...[three, waiting].flatMap(({ code }) => ['--code', code]),
    ]);
    const lines = (ticket: string) =>
      vectors.proof.draws.flatMap((record) => {
        if (record.kind !== 'draw' && record.kind !== 'void') return [];
        const { number, roster, rosterSize } = record;
        const index = roster.tickets.findIndex((line) => line.includes(ticket));
        const chances = roster.chances[index] ?? 0;
        const many = chances > 1 ? `, with ${chances} chances` : '';
        const won = record.kind === 'draw' && record.winners.some((each) => each.index === index);
        const line = `line ${index + 1} of ${rosterSize}${many}${won ? ', and won' : ''}`;
        return [`  Draw ${number} · ${index < 0 ? 'not in the roster' : line}`];
      });
    expect(stdout).toContain([`Entry code ${three.code}`, ...lines(three.ticket)].join('\n'));
    expect(stdout).toContain(', with 40 chances');
    const shared =
      '  Your line holds 3 entries under one phone number. If you entered fewer times, ask the organiser.';
    expect(stdout.split('\n').filter((text) => text === shared)).toHaveLength(1);
    expect(stdout).toContain([`Entry code ${waiting.code}`, ...lines(waiting.ticket)].join('\n'));
    expect(status).toBe(0);
  });

  it('reads an event by the address of one of its pages', async () => {
    const { checksum: _, draws, eventId, ...list } = vectors.proof;
    const published = draws.map((record) => ({
      ...record,
      roster: undefined,
      register: undefined,
    }));
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
    expect((await run()).stdout).toContain('All 9 records check out.');
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
      [['-'], JSON.stringify(changed(1, { seed: 'x' })), /draws\[1\]\.seed: A hash/],
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
