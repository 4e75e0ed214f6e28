import { spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  checkEmbedded,
  checkServer,
  checkVersion,
  judge,
} from '../../../scripts/doctor/database.mjs';
import {
  checkAddress,
  checkBuild,
  checkDirectory,
  checkHttps,
  checkNode,
  checkOpenFiles,
  checkPackages,
  findServerAccount,
} from '../../../scripts/doctor/machine.mjs';
import { makeCertificate } from './certificate.ts';
import { createDatabase } from './database.ts';
import { connectSql } from './sql.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const DAY_MS = 24 * 60 * 60 * 1000;

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'drawbridge-doctor-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const good = expect.objectContaining({ level: 'ok' });
const note = expect.objectContaining({ level: 'note' });
const bad = (text: string | RegExp) => ({ level: 'problem', text: expect.stringMatching(text) });

describe('the doctor finds', () => {
  it('an old Node.js', () => {
    expect(checkNode('v20.18.3', '>=20.19')).toEqual(bad('too old: install 20.19'));
    expect(checkNode('v18.20.0', '>=20.19')).toEqual(bad('too old'));
    for (const version of ['v20.19.0', 'v20.20.2', 'v22.1.0', 'v24.0.0']) {
      expect(checkNode(version, '>=20.19')).toEqual(good);
    }
  });

  it('missing packages, and a PostgreSQL of another platform', () => {
    expect(checkPackages(directory, { embedded: true })).toEqual(bad('run npm ci'));
    const elsewhere = { platform: 'plan9', arch: 'mips' };
    expect(checkPackages(root, { embedded: true, ...elsewhere })).toEqual(bad('for plan9-mips'));
    expect(checkPackages(root, { embedded: false, ...elsewhere })).toEqual(good);
    expect(checkPackages(root, { embedded: true })).toEqual(good);
  });

  it('a build of other files', () => {
    expect(checkBuild(false)).toEqual(bad('run npm run build'));
    expect(checkBuild(true)).toEqual(good);
  });

  it('a low limit of open files', () => {
    expect(checkOpenFiles(1024)).toEqual(bad('only 480 raffle pages'));
    expect(checkOpenFiles(65_536)).toEqual(good);
    expect(checkOpenFiles(Number.POSITIVE_INFINITY)).toEqual(good);
  });

  it('a full disk and a directory that cannot be written', () => {
    const path = join(directory, 'not/made/yet');
    expect(checkDirectory('DATA_DIR', path, { least: 2 ** 60 })).toEqual(
      bad(/^DATA_DIR: only .* GiB are free/),
    );
    expect(checkDirectory('DATA_DIR', path, { least: 1 })).toEqual(good);
    const file = join(directory, 'file');
    writeFileSync(file, '');
    expect(checkDirectory('BACKUP_DIR', file, { least: 1 })).toEqual(
      bad('BACKUP_DIR: .* cannot be written'),
    );
  });

  it.skipIf(process.getuid?.() !== 0)(
    'a directory that only root can write, where the server becomes another account',
    () => {
      const account = { name: 'drawbridge', uid: 65_534, gid: 65_534 };
      const passwd = 'root:x:0:0:::\ndrawbridge:x:65534:65534:::\n';
      expect(findServerAccount('/etc/passwd', { passwd })).toEqual(account);
      // The server stays what it is, if it was not root or its account could not read the program.
      expect(findServerAccount('/etc/passwd', { passwd, root: false })).toBeUndefined();
      expect(findServerAccount('/etc/shadow', { passwd })).toBeUndefined();
      expect(findServerAccount('/etc/passwd', { passwd: 'root:x:0:0:::' })).toBeUndefined();
      const open = mkdtempSync(join(tmpdir(), 'drawbridge-doctor-'));
      chmodSync(open, 0o755);
      const [theirs, ours] = [join(open, 'theirs'), join(open, 'ours')];
      for (const path of [theirs, ours]) mkdirSync(path, { mode: 0o700 });
      chownSync(theirs, account.uid, account.gid);
      const check = (path: string) => checkDirectory('BACKUP_DIR', path, { least: 1, account });
      expect(check(theirs)).toEqual(good);
      expect(check(ours)).toEqual(bad('ours cannot be written by the account drawbridge'));
      // The server makes it, while it is still root.
      expect(check(join(ours, 'new'))).toEqual(good);
      rmSync(open, { recursive: true });
    },
  );

  it('an address that phones cannot use', async () => {
    const check = (url: string | undefined, host = '0.0.0.0') => checkAddress(url, host, 3000);
    expect(await check('http://localhost:3000')).toEqual(bad('leads every phone to itself'));
    expect(await check('https://127.0.0.1')).toEqual(bad('leads every phone to itself'));
    expect(await check('https://raffle.invalid')).toEqual(bad('raffle.invalid is not known'));
    expect(await check('raffle')).toEqual(bad('is not an address'));
    expect(await check(undefined, '127.0.0.1')).toEqual(bad('from this machine only'));
    expect(await check('https://192.0.2.7')).toEqual(good);
  });

  it('missing HTTPS, a certificate that ends, and a key of another one', () => {
    const [first, second] = [makeCertificate(), makeCertificate()];
    const [certFile, keyFile, otherKey] = ['cert', 'key', 'other'].map((name) =>
      join(directory, `${name}.pem`),
    ) as [string, string, string];
    writeFileSync(certFile, first.cert);
    writeFileSync(keyFile, first.key);
    writeFileSync(otherKey, second.key);
    const until = (days: number) => Date.parse(validTo(certFile)) - days * DAY_MS;
    expect(checkHttps({})).toEqual(note);
    expect(checkHttps({ publicUrl: 'https://fair.example' })).toEqual(good);
    expect(checkHttps({ certFile })).toEqual(bad('belong together'));
    expect(checkHttps({ certFile, keyFile: otherKey })).toEqual(bad('is not the key'));
    expect(checkHttps({ certFile, keyFile: join(directory, 'none') })).toEqual(bad('ENOENT'));
    expect(checkHttps({ certFile, keyFile, now: until(3) })).toEqual(bad('expires in 3 days'));
    expect(checkHttps({ certFile, keyFile, now: until(-2) })).toEqual(bad('expired on'));
    expect(checkHttps({ certFile, keyFile, now: 0 })).toEqual(bad('is the clock right'));
    const named = (publicUrl?: string) => checkHttps({ certFile, keyFile, publicUrl });
    expect(named('https://fair.example')).toEqual(
      bad('is for localhost, but PUBLIC_URL has the name fair.example'),
    );
    expect(named('https://192.0.2.7')).toEqual(bad('PUBLIC_URL has the name 192.0.2.7'));
    expect(named('https://localhost:8443')).toEqual(good);
    expect(named().text).toMatch(
      /^The certificate is for localhost and valid for \d+ days, until /,
    );
  });

  it('a database that is unavailable, old, unsafe or has another time', async () => {
    const now = () => 1_000_000;
    const fine = { major: 18, clock: new Date(now()), fsync: 'on', commits: 'on' };
    const options = { allowUnsafe: false, now };
    expect(judge('db', fine, options)).toEqual([good]);
    expect(judge('db', { ...fine, major: 14 }, options)).toEqual([bad('15 or newer')]);
    expect(judge('db', { ...fine, fsync: 'off' }, options)).toEqual([bad('may lose data')]);
    const later = { ...fine, clock: new Date(now() + 60_000) };
    expect(judge('db', later, options)).toEqual([bad('60 s apart')]);
    const nowhere = 'postgres://nobody@127.0.0.1:1,127.0.0.1:2/none';
    expect(await checkServer(nowhere, { allowUnsafe: false })).toEqual([
      bad('127.0.0.1:1 cannot be used'),
      bad('127.0.0.1:2 cannot be used'),
    ]);
  });

  it('a database address with a password that is not encoded', async () => {
    const findings = await checkServer('postgres://me:se/cret@db/name', { allowUnsafe: false });
    expect(findings).toEqual([bad('^DATABASE_URL is not an address; .* write / as %2F')]);
    expect(findings[0]?.text).not.toContain('cret');
  });

  it('data of another version of PostgreSQL', () => {
    expect(checkEmbedded(directory)).toEqual(good);
    mkdirSync(join(directory, 'postgres'));
    writeFileSync(join(directory, 'postgres/PG_VERSION'), '17\n');
    expect(checkEmbedded(directory)).toEqual(bad('made by PostgreSQL 17, and this is 18'));
  });
});

/** When a certificate ends, as the check reads it. */
function validTo(path: string): string {
  const text = checkHttps({
    certFile: path,
    keyFile: path.replace('cert', 'key'),
    now: 8.64e15,
  }).text;
  return text.replace(/^The certificate expired on /, '');
}

describe('npm run doctor', () => {
  function run(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
    const script = join(root, 'scripts/doctor/run.mjs');
    const child = spawn(process.execPath, [script], { env: { PATH: process.env.PATH, ...env } });
    let output = '';
    child.stdout.on('data', (text) => {
      output += text;
    });
    return new Promise((done) => child.once('close', (code) => done({ code, output })));
  }

  it('ends with 1 if there is a problem, and has a line for each', async () => {
    const ready = { PORT: '0', DATA_DIR: join(directory, 'new'), PUBLIC_URL: 'https://192.0.2.7' };
    const healthy = await run(ready);
    expect(healthy.output).toMatch(/✓ Node\.js .*\n✓ The packages are installed\n/);
    expect(healthy.output).toMatch(/✓ The settings are valid\n. The build is /);
    // Whoever runs this may have a low limit of open files.
    const before = healthy.output.match(/^✗ (?!The build)/gm)?.length ?? 0;
    expect(healthy.code).toBe(healthy.output.includes('✗') ? 1 : 0);

    const misspelt = await run({ ...ready, BACKUP_DIRECTORY: '/backups' });
    expect(misspelt.output).toContain(
      '✗ BACKUP_DIRECTORY is not a setting. Did you mean BACKUP_DIR?',
    );
    expect(misspelt.code).toBe(1);

    const taken = createServer();
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
    const { port } = taken.address() as AddressInfo;
    const crowded = await run({ ...ready, METRICS_PORT: String(port) });
    taken.close();
    expect(crowded.output).toContain(`✗ Port ${port} is in use by another program`);

    const ill = await run({ ...ready, PUBLIC_URL: 'http://localhost', WORKERS: 'many' });
    expect(ill.code).toBe(1);
    expect(ill.output).toContain('✗ WORKERS: must be a whole number from 1 to 32\n');
    expect(ill.output).toContain('✗ PUBLIC_URL http://localhost leads every phone to itself');
    expect(ill.output).toMatch(new RegExp(`\\n${before + 2} problems\\n$`));
  });

  it('looks into a running database', async () => {
    const server = inject('server');
    const sql = connectSql(server, { max: 1 });
    const [{ port, directory: host }] = await sql<[{ port: string; directory: string }]>`
      select current_setting('port') as port,
             current_setting('unix_socket_directories') as directory`;
    await sql.end();
    const findings = await checkServer(
      typeof server === 'string'
        ? server
        : `postgres://${server.user}@/${server.database}?host=${encodeURIComponent(host)}&port=${port}`,
      { allowUnsafe: false },
    );
    expect(findings).toEqual([good]);
  });

  it('says that the database is older or newer than this version', async () => {
    const { target, drop } = await createDatabase('schema and administrator');
    const check = () =>
      checkVersion({ dataDir: '', databaseUrl: target, allowUnsafeDatabase: true });
    const sql = connectSql(target, { max: 1 });
    expect(await check()).toEqual(good);
    await sql`insert into migrations values (999, '999-future.sql', 'x', now())`;
    expect(await check()).toEqual(bad('newer than this version of Drawbridge'));
    await sql`delete from migrations where number in (select number from migrations order by number desc limit 2)`;
    expect(await check()).toEqual({ level: 'note', text: expect.stringContaining('1 migration)') });
    await sql.end();
    await drop();
  });
});
