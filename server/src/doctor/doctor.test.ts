import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkNode, checkPackages } from '../../../scripts/lib/machine.mjs';
import { noteProxy } from '../features/status/store.ts';
import { makeCertificate } from '../test/certificate.ts';
import { createDatabase } from '../test/database.ts';
import { connectSql } from '../test/sql.ts';
import { checkDatabase, checkHttps } from './checks.ts';
import {
  checkAddress,
  checkBuild,
  checkDirectory,
  checkOpenFiles,
  findServerAccount,
} from './machine.ts';

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

  it('missing packages, also the native ones, and a PostgreSQL of another platform', () => {
    const installed = join(directory, 'installed');
    expect(checkPackages(installed, { embedded: true })).toEqual(bad('install Drawbridge again$'));
    mkdirSync(join(installed, 'server/src'), { recursive: true });
    expect(checkPackages(installed, { embedded: true })).toEqual(bad('run npm ci$'));
    for (const name of ['fastify', 'pg', 'zod', '@node-rs/argon2']) {
      const manifest = join(installed, 'node_modules', name, 'package.json');
      cpSync(join(root, 'node_modules', name, 'package.json'), manifest);
    }
    // The package is there, but not its part for this platform.
    const argon2 = 'node_modules/@node-rs/argon2/index.js';
    cpSync(join(root, argon2), join(installed, argon2));
    expect(checkPackages(installed, { embedded: false })).toEqual(
      bad(
        'no @node-rs/argon2 for .*: run npm ci on this machine, with npm.s option --include=optional$',
      ),
    );
    const partly = join(directory, 'partly/node_modules');
    mkdirSync(partly, { recursive: true });
    for (const name of ['fastify', 'pg', 'zod', '@node-rs']) {
      symlinkSync(join(root, 'node_modules', name), join(partly, name));
    }
    expect(checkPackages(join(directory, 'partly'), { embedded: false })).toEqual(
      bad('no sharp for .*: install Drawbridge again on this machine'),
    );
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

  it('a full disk and a directory that cannot be written', async () => {
    const path = join(directory, 'not/made/yet');
    expect(await checkDirectory('DATA_DIR', path, { least: 2 ** 60 })).toEqual(
      bad(/^DATA_DIR: only .* GiB are free/),
    );
    expect(await checkDirectory('DATA_DIR', path, { least: 1 })).toEqual(good);
    const file = join(directory, 'file');
    writeFileSync(file, '');
    expect(await checkDirectory('BACKUP_DIR', file, { least: 1 })).toEqual(
      bad('BACKUP_DIR: .* cannot be written'),
    );
  });

  it.skipIf(process.getuid?.() !== 0)(
    'a directory that only root can write, where the server becomes another account',
    async () => {
      const account = { uid: 65_534, gid: 65_534 };
      const [passwd, nobodyElse] = [join(directory, 'passwd'), join(directory, 'root-alone')];
      writeFileSync(passwd, 'root:x:0:0:::\ndrawbridge:x:65534:65534:::\n');
      writeFileSync(nobodyElse, 'root:x:0:0:::');
      const find = (file: string, options = {}) => findServerAccount(file, { passwd, ...options });
      expect(await find('/etc/passwd')).toEqual(account);
      // The server stays what it is, if it was not root or its account could not read the program.
      expect(await find('/etc/passwd', { root: false })).toBeUndefined();
      expect(await find('/etc/shadow')).toBeUndefined();
      expect(await find('/etc/passwd', { passwd: nobodyElse })).toBeUndefined();
      const open = mkdtempSync(join(tmpdir(), 'drawbridge-doctor-'));
      chmodSync(open, 0o755);
      const [theirs, ours] = [join(open, 'theirs'), join(open, 'ours')];
      for (const path of [theirs, ours]) mkdirSync(path, { mode: 0o700 });
      chownSync(theirs, account.uid, account.gid);
      const check = (path: string) => checkDirectory('BACKUP_DIR', path, { least: 1, account });
      expect(await check(theirs)).toEqual(good);
      expect(await check(ours)).toEqual(bad('ours cannot be written by the account drawbridge'));
      // The server makes it, while it is still root.
      expect(await check(join(ours, 'new'))).toEqual(good);
      rmSync(open, { recursive: true });
    },
  );

  it('an address that phones cannot use', async () => {
    const check = (publicUrl: string | undefined, host = '0.0.0.0') =>
      checkAddress({ publicUrl, host, port: 3000, tls: undefined });
    expect(await check('http://localhost:3000')).toEqual(bad('leads every phone to itself'));
    expect(await check('https://127.0.0.1')).toEqual(bad('leads every phone to itself'));
    expect(await check('https://raffle.invalid')).toEqual(bad('raffle.invalid is not known'));
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
    const tls = { certFile, keyFile };
    const until = (days: number) =>
      Date.parse(new X509Certificate(first.cert).validTo) - days * DAY_MS;
    const check = (over: object, publicUrl?: string, now?: number) =>
      checkHttps({ tls: { ...tls, ...over }, publicUrl }, now);
    expect(checkHttps({ tls: undefined, publicUrl: undefined })).toEqual(note);
    expect(checkHttps({ tls: undefined, publicUrl: 'https://fair.example' })).toEqual(good);
    expect(check({ keyFile: otherKey })).toEqual(bad('^TLS_KEY_FILE is not the key'));
    expect(check({ keyFile: join(directory, 'none') })).toEqual(bad('ENOENT'));
    expect(check({}, undefined, until(3))).toEqual(bad('expires in 3 days'));
    expect(check({}, undefined, until(-2))).toEqual(bad('expired on'));
    expect(check({}, undefined, 0)).toEqual(bad('is the clock right'));
    expect(check({}, 'https://fair.example')).toEqual(
      bad('is for localhost, but PUBLIC_URL has the name fair.example'),
    );
    expect(check({}, 'https://192.0.2.7')).toEqual(bad('PUBLIC_URL has the name 192.0.2.7'));
    expect(check({}, 'https://localhost:8443')).toEqual(good);
    expect(check({}).text).toMatch(
      /^The certificate is for localhost and valid for \d+ days, until /,
    );
  });

  const settings = { dataDir: '', allowUnsafeDatabase: true, trustProxy: false as const };

  it('a database server that is unavailable', async () => {
    const databaseUrl = 'postgres://nobody@127.0.0.1:1/none';
    expect(await checkDatabase({ ...settings, databaseUrl })).toEqual([
      bad('^127.0.0.1:1: The database cannot be reached: .*ECONNREFUSED'),
    ]);
  });

  it('a clock that is wrong, a database of another version or account, and a proxy', async () => {
    const { target, name, drop } = await createDatabase('schema and administrator');
    const sql = connectSql(target, { max: 1 });
    const urlOf = (user: string) =>
      typeof target === 'string'
        ? target
        : `postgres://${user}@/${name}?host=${encodeURIComponent(target.host)}&port=${target.port}`;
    const owner = typeof target === 'string' ? '' : target.user;
    const check = (more: object = {}, now?: () => number) =>
      checkDatabase({ ...settings, databaseUrl: urlOf(owner), ...more }, now);
    const later = () => Date.now() + 60_000;
    expect(await check({}, later)).toEqual([good, good, bad('60 s apart')]);

    await sql`insert into migrations values (999, '999-future.sql', 'x', now())`;
    expect(await check()).toContainEqual(bad('newer than this version of Drawbridge'));
    await sql`delete from migrations`;
    await noteProxy(sql, '10.0.0.9');
    const proxy = bad(
      '^Requests come through 10.0.0.9 with X-Forwarded-For, but TRUST_PROXY is off',
    );
    const older = await check();
    expect(older).toContainEqual({
      level: 'note',
      text: expect.stringContaining('The next start will upgrade the database (1 migration)'),
    });
    expect(older).toContainEqual(proxy);
    expect(await check({ trustProxy: 1 })).not.toContainEqual(proxy);

    if (typeof target !== 'string') {
      const guest = `${name}_guest`;
      await sql.unsafe(`create role ${guest} login`);
      expect(await check({ databaseUrl: urlOf(guest) })).toContainEqual(
        bad(`The tables in the database ${name} belong to ${owner}, not to ${guest}`),
      );
      await sql.unsafe(`drop role ${guest}`);
    }
    await sql.end();
    await drop();
  });
});

describe('npm run doctor', () => {
  function run(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
    const script = join(root, 'scripts/doctor.mjs');
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
    expect(healthy.code).toBe(healthy.output.includes('✗') ? 1 : 0);

    const taken = createServer();
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
    const { port } = taken.address() as AddressInfo;
    const ill = await run({
      ...{ PORT: '0', METRICS_PORT: String(port), DATA_DIR: '/dev/null/x' },
      ...{ PUBLIC_URL: 'http://localhost', WORKERS: 'many', BACKUP_DIRECTORY: '/backups' },
      ...{ SMPT_URL: 'smtps://mail.example.org', MAIL_FROM: 'raffle@example.org' },
      ...{ OIDC_ISSUER: 'http://127.0.0.1:10', OIDC_CLIENT_ID: 'drawbridge' },
    });
    taken.close();
    expect(ill.code).toBe(1);
    const problems = [
      'WORKERS: must be a whole number from 1 to 32\n',
      'SMTP_URL: must be set, too\n',
      'SMPT_URL is not a setting.',
      'BACKUP_DIRECTORY is not a setting. Did you mean BACKUP_DIR?',
      'DATA_DIR: /dev/null cannot be written by this account\n',
      `Port ${port} is in use by another program`,
      'PUBLIC_URL http://localhost leads every phone to itself',
      'Single sign-on: http://127.0.0.1:10 cannot be used: connect ECONNREFUSED',
    ];
    for (const problem of problems) expect(ill.output).toContain(`✗ ${problem}`);
    expect(ill.output).not.toContain('The first start will make a database');
    const count = ill.output.match(/^✗ /gm)?.length;
    expect(ill.output).toMatch(new RegExp(`\\n${count} problems\\n$`));
  });
});
