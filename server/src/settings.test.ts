import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { explainFailure } from './core/failure.ts';
import { describeUnknownSettings, readSettings, settingNames } from './settings.ts';
import { startApi } from './test/world/api.ts';
import { createEvent, newContact } from './test/world/fixtures.ts';

const defaults = {
  port: 3000,
  host: '0.0.0.0',
  dataDir: resolve('data'),
  databaseUrl: undefined,
  adminUsername: 'admin',
  adminPassword: undefined,
  logLevel: 'info',
  logClientAddress: false,
  trustProxy: false,
  publicSubmitsPerMinute: 600,
  sessionHours: 12,
  country: 'GB',
  allowUnsafeDatabase: false,
  metricsPort: undefined,
  metricsHost: '127.0.0.1',
  webhooksToPrivate: false,
  drandUrls: [],
  mail: undefined,
  signOn: undefined,
  backupDir: undefined,
  backupKeep: 7,
  backupPassphrase: undefined,
};

/** The message for the operator. */
function refusalOf(env: Record<string, string>): string {
  try {
    readSettings(env);
  } catch (error) {
    return explainFailure(error);
  }
  throw new Error('It was not refused');
}

describe('settings', () => {
  it('all have a default', () => {
    expect(readSettings({})).toEqual(defaults);
  });

  it('that are secret can be read from a file', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'drawbridge-settings-'));
    const file = join(directory, 'secret');
    await writeFile(file, 'from a small file\n');
    expect(readSettings({ ADMIN_PASSWORD_FILE: file }).adminPassword).toBe('from a small file');
    expect(refusalOf({ ADMIN_PASSWORD_FILE: file, ADMIN_PASSWORD: 'another' })).toBe(
      'ADMIN_PASSWORD_FILE: ADMIN_PASSWORD is set, too; remove one',
    );
    await rm(directory, { recursive: true });
    expect(refusalOf({ DATABASE_URL_FILE: file })).toMatch(/^DATABASE_URL_FILE: ENOENT/);
  });

  it('that are empty are not set', () => {
    const empty = Object.fromEntries(settingNames.map((name) => [name, '']));
    expect(readSettings(empty)).toEqual(defaults);
  });

  it('are all taken from the environment, in which other things do not matter', () => {
    expect(
      readSettings({
        PATH: '/usr/bin',
        PORT: '8080',
        HOST: '127.0.0.1',
        DATA_DIR: '/var/lib/drawbridge',
        DATABASE_URL: 'postgres://me:secret@db.example/drawbridge',
        ADMIN_USERNAME: ' Rosa ',
        ADMIN_PASSWORD: ' twelve  or so ',
        LOG_LEVEL: 'warn',
        LOG_CLIENT_ADDRESS: 'on',
        TRUST_PROXY: '10.0.0.1',
        PUBLIC_SUBMITS_PER_MINUTE: '0',
        SESSION_HOURS: '168',
        COUNTRY: 'NO',
        PUBLIC_URL: 'https://raffle.example.org',
        ALLOW_UNSAFE_DATABASE: 'on',
        METRICS_PORT: '9464',
        METRICS_HOST: '10.0.0.7',
        WEBHOOKS_TO_PRIVATE: 'on',
        DRAND_URLS: 'https://api.drand.sh/, https://drand.example',
        OIDC_ISSUER: 'https://login.example.org/realm',
        OIDC_CLIENT_ID: 'drawbridge',
        OIDC_CLIENT_SECRET: 'ours',
        OIDC_NAME: 'Acme',
        OIDC_SCOPES: 'openid groups',
        OIDC_ADMINS: 'groups=a=b',
        OIDC_VOLUNTEERS: 'hd=example.org',
        SMTP_URL: 'smtp://me%40x:p%2Fw@mail.example.org',
        MAIL_FROM: 'Harbour Fair <raffle@example.org>',
        BACKUP_DIR: '/var/backups',
        BACKUP_KEEP: '30',
        BACKUP_PASSPHRASE: 'correct horse battery',
      }),
    ).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: resolve('/var/lib/drawbridge'),
      databaseUrl: 'postgres://me:secret@db.example/drawbridge',
      adminUsername: 'Rosa',
      adminPassword: ' twelve  or so ',
      logLevel: 'warn',
      logClientAddress: true,
      trustProxy: '10.0.0.1',
      publicSubmitsPerMinute: 0,
      sessionHours: 168,
      country: 'NO',
      publicUrl: 'https://raffle.example.org',
      allowUnsafeDatabase: true,
      metricsPort: 9464,
      metricsHost: '10.0.0.7',
      webhooksToPrivate: true,
      drandUrls: ['https://api.drand.sh', 'https://drand.example'],
      mail: {
        server: {
          host: 'mail.example.org',
          port: 587,
          secure: false,
          user: 'me@x',
          password: 'p/w',
          local: false,
        },
        from: { name: 'Harbour Fair', address: 'raffle@example.org' },
        publicUrl: 'https://raffle.example.org',
      },
      signOn: {
        issuer: 'https://login.example.org/realm',
        clientId: 'drawbridge',
        clientSecret: 'ours',
        name: 'Acme',
        scopes: 'openid groups',
        admins: { claim: 'groups', value: 'a=b' },
        volunteers: { claim: 'hd', value: 'example.org' },
        publicUrl: 'https://raffle.example.org',
      },
      backupDir: resolve('/var/backups'),
      backupKeep: 30,
      backupPassphrase: 'correct horse battery',
    });
  });

  it.each([
    ['PORT', '0', 'port', 0],
    ['PORT', '65535', 'port', 65_535],
    ['DATA_DIR', 'somewhere/else', 'dataDir', resolve('somewhere/else')],
    ['DATABASE_URL', 'postgresql://me:p,q@db/x', 'databaseUrl', 'postgresql://me:p,q@db/x'],
    ['DATABASE_URL', 'postgres://me@/x?host=/run', 'databaseUrl', 'postgres://me@/x?host=/run'],
    ['BACKUP_PASSPHRASE', '839275610384', 'backupPassphrase', '839275610384'],
    ['COUNTRY', 'de', 'country', 'DE'],
    ['PUBLIC_URL', 'HTTP://Raffle.Example:8080/', 'publicUrl', 'http://raffle.example:8080'],
    ['ALLOW_UNSAFE_DATABASE', 'TRUE', 'allowUnsafeDatabase', true],
    ['ALLOW_UNSAFE_DATABASE', 'Off', 'allowUnsafeDatabase', false],
    ['TRUST_PROXY', 'OFF', 'trustProxy', false],
    ['TRUST_PROXY', '0', 'trustProxy', false],
    ['TRUST_PROXY', 'loopback, 10.0.0.0/8,fd00::/8', 'trustProxy', 'loopback, 10.0.0.0/8,fd00::/8'],
  ])('%s=%s is fine', (name, value, key, read) => {
    expect(readSettings({ [name]: value })).toEqual({ ...defaults, [key]: read });
  });
});

describe('a bad setting is one clear line', () => {
  const port = 'PORT: must be a whole number from 0 to 65535';
  const publicUrl =
    'PUBLIC_URL: must be an address such as https://raffle.example.org, without a path';
  const country = 'COUNTRY: must be a two-letter country code, such as GB';
  const proxies =
    'the number of proxies in front, such as 1, or their addresses separated by commas';
  const passphrase = 'BACKUP_PASSPHRASE: is easy to guess, choose another one';
  const mailFrom =
    'MAIL_FROM: must be an address such as raffle@example.org or Harbour Fair <raffle@example.org>';
  const smtpUrl =
    'SMTP_URL: must be an address such as smtps://user:password@mail.example.org; in its password, write / as %2F and @ as %40';
  const trustProxy = `TRUST_PROXY: must be off, ${proxies}`;
  const trustsAll = (value: string) =>
    `TRUST_PROXY: ${value} would let clients choose their own address. Write ${proxies}`;

  it.each([
    ['PORT', '65536', port],
    ['PORT', '-1', port],
    ['PORT', '9'.repeat(400), port],
    ['DATABASE_URL', 'mysql://db/x', 'DATABASE_URL: must start with postgres:// or postgresql://'],
    [
      'DATABASE_URL',
      'postgres://me:se/cret@db/x',
      'DATABASE_URL: is not an address; in its password, write / as %2F and @ as %40',
    ],
    [
      'DATABASE_URL',
      'postgres://me:p,q@one:5432,two/x',
      'DATABASE_URL: must name one server; put a proxy in front of several',
    ],
    ['ADMIN_USERNAME', 'me', 'ADMIN_USERNAME: Username must be at least 3 characters'],
    ['ADMIN_PASSWORD', 'password', 'ADMIN_PASSWORD: Password must be at least 12 characters'],
    ['ADMIN_PASSWORD', 'password1234', 'ADMIN_PASSWORD: is easy to guess, choose another one'],
    [
      'LOG_LEVEL',
      'loud',
      'LOG_LEVEL: must be one of trace, debug, info, warn, error, fatal, silent',
    ],
    [
      'PUBLIC_SUBMITS_PER_MINUTE',
      'many',
      'PUBLIC_SUBMITS_PER_MINUTE: must be a whole number from 0 to 1000000000',
    ],
    ['BACKUP_PASSPHRASE', 'eleven char', 'BACKUP_PASSPHRASE: must have at least 12 characters'],
    ['BACKUP_PASSPHRASE', 'P4ssw0rd1234', passphrase],
    ['BACKUP_PASSPHRASE', 'drawbridgedrawbridge', passphrase],
    ['BACKUP_PASSPHRASE', 'aaaaaaaaaaaaaaaa', passphrase],
    ['MAIL_FROM', 'raffle@example.org', 'SMTP_URL: must be set, too'],
    ['MAIL_FROM', 'Fair <raffle>', mailFrom],
    ['MAIL_FROM', 'Fair\r\nBcc: x <raffle@example.org>', mailFrom],
    ['SMTP_URL', 'https://mail.example.org', smtpUrl],
    ['SMTP_URL', 'smtp://:secret@mail.example.org', smtpUrl],
    ['SMTP_URL', 'smtp://mail.example.org?tls=off', smtpUrl],
    ['SESSION_HOURS', '169', 'SESSION_HOURS: must be a whole number from 1 to 168'],
    ['COUNTRY', 'Germany', country],
    ['PUBLIC_URL', 'https://raffle.example.org/app', publicUrl],
    ['PUBLIC_URL', 'https://me:secret@raffle.example.org', publicUrl],
    ['PUBLIC_URL', 'javascript:alert(1)', publicUrl],
    ['ALLOW_UNSAFE_DATABASE', 'yes', 'ALLOW_UNSAFE_DATABASE: must be on or off'],
    ['TRUST_PROXY', 'on', trustsAll('on')],
    ['TRUST_PROXY', 'TRUE', trustsAll('TRUE')],
    ['TRUST_PROXY', 'nginx', trustProxy],
    ['TRUST_PROXY', '0.0.0.0/0', trustProxy],
    ['TRUST_PROXY', '::/00', trustProxy],
    ['TRUST_PROXY', '10.0.0.1/33', trustProxy],
    ['TRUST_PROXY', '10.0.0.1;10.0.0.2', trustProxy],
  ])('%s=%s', (name, value, line) => {
    expect(refusalOf({ [name]: value })).toBe(line);
  });

  it('for ports that cannot be had at once', () => {
    expect(refusalOf({ METRICS_PORT: '3000' })).toBe('METRICS_PORT: must differ from PORT');
    for (const fine of [
      { PORT: '0', METRICS_PORT: '0' },
      { METRICS_PORT: '3000', HOST: '10.0.0.5' },
    ]) {
      expect(() => readSettings(fine)).not.toThrow();
    }
  });

  it('which does not repeat a password', () => {
    expect(refusalOf({ ADMIN_PASSWORD: 'a\u0000' })).not.toContain('a\u0000');
    expect(refusalOf({ DATABASE_URL: 'mysql://me:hunter2@db/x' })).not.toContain('hunter2');
  });
});

it('variables that begin like a setting and are none are named in one warning', () => {
  const settings = Object.fromEntries(settingNames.map((name) => [name, 'x']));
  const others = { SMTP_HOST: 'x', ADMIN_EMAIL: 'x', DATABASE_HOST: 'x', BACKUP_TIME: '' };
  expect(describeUnknownSettings({ ...settings, ...others })).toBeUndefined();
  expect(describeUnknownSettings({ BACKUP_DIRECTORY: 'x', OIDC_SECRET: 'x', ...others })).toBe(
    'Not a setting, so without effect: BACKUP_DIRECTORY, OIDC_SECRET',
  );
});

describe('behind proxies, each of which adds the address it was called from,', () => {
  // As the server sees it, whose own peer is 127.0.0.1. The client made up the first part.
  const ana = 'made up, 203.0.113.1, 10.0.0.5';
  const again = 'also made up, 203.0.113.1, 10.0.0.5';
  const ben = 'made up, 203.0.113.2, 10.0.0.5';

  it.each([
    // trusted proxies; whether the same person twice, and whether two people, count as one client
    ['off', true, true],
    ['2', true, false],
    ['3', false, true],
    ['loopback, 10.0.0.0/8', true, false],
  ])('TRUST_PROXY=%s', async (trustProxy, sameClient, differentClients) => {
    // A server that accepts one entry per address.
    const api = await startApi(
      { PUBLIC_SUBMITS_PER_MINUTE: '1', TRUST_PROXY: trustProxy },
      undefined,
      { oneProcess: 'counts to the last entry' },
    );
    onTestFinished(() => api.close());
    const { id: eventId } = await createEvent(api.admin);
    const submit = async (forwarded: string) => {
      const headers = { 'x-forwarded-for': forwarded };
      const lead = { eventId, ...newContact() };
      return (await api.anyone.post('/api/leads/public', lead, headers)).status;
    };
    expect(await submit(ana)).toBe(201);
    expect(await submit(again)).toBe(sameClient ? 429 : 201);
    expect(await submit(ben)).toBe(differentClients ? 429 : 201);
  });
});
