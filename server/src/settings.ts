import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { administratorPassword, username } from '@drawbridge/contract/login/auth';
import { isCountry } from '@drawbridge/contract/phones/phone-key';
import { z } from 'zod';
import { isEasyToGuess } from './core/password-rule.ts';
import {
  claimValue,
  isConnectionString,
  issuer,
  onOff,
  origin,
  readMailServer,
  readSender,
  relays,
  trustProxy,
  wholeNumber,
} from './setting-values.ts';

const EASY_TO_GUESS = 'is easy to guess, choose another one';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Every setting, with its default; docs/settings.md lists the same ones. */
const environment = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, 'must start with postgres:// or postgresql://')
    .refine(
      (text) => !/^\w+:\/\/(?:[^/?]*@)?[^@/?]*,[^@/?]*(?:[/?]|$)/.test(text),
      'must name one server; put a proxy in front of several',
    )
    .refine(isConnectionString, 'is not an address; in its password, write / as %2F and @ as %40')
    .optional(),
  ADMIN_USERNAME: username.default('admin'),
  ADMIN_PASSWORD: administratorPassword.optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  LOG_CLIENT_ADDRESS: onOff.default(false),
  TRUST_PROXY: trustProxy.default(false),
  PUBLIC_SUBMITS_PER_MINUTE: wholeNumber(0, 1_000_000_000).default(600),
  SESSION_HOURS: wholeNumber(1, 168).default(12),
  COUNTRY: z
    .string()
    .toUpperCase()
    .refine(isCountry, 'must be a two-letter country code, such as GB')
    .default('GB'),
  PUBLIC_URL: origin.optional(),
  ALLOW_UNSAFE_DATABASE: onOff.default(false),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP: wholeNumber(1, 1000).default(7),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  WEBHOOKS_TO_PRIVATE: onOff.default(false),
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(40, 'must have at most 40 characters').optional(),
  OIDC_SCOPES: z
    .string()
    .refine((text) => text.split(/\s+/).includes('openid'), 'must contain openid')
    .default('openid profile email'),
  OIDC_ADMINS: claimValue.optional(),
  OIDC_VOLUNTEERS: claimValue.optional(),
  DRAND_URLS: relays.default([]),
  SMTP_URL: z
    .string()
    .transform(readMailServer)
    .refine(
      (server) => server !== undefined,
      'must be an address such as smtps://user:password@mail.example.org; in its password, write / as %2F and @ as %40',
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .transform(readSender)
    .refine(
      (sender) => sender !== undefined,
      'must be an address such as raffle@example.org or Harbour Fair <raffle@example.org>',
    )
    .optional(),
  BACKUP_PASSPHRASE: z
    .string()
    .min(12, 'must have at least 12 characters')
    .refine((passphrase) => !isEasyToGuess(passphrase), EASY_TO_GUESS)
    .optional(),
});

/** True if two servers cannot listen on the same port at these addresses. */
const overlap = (one: string, other: string) =>
  one === other || [one, other].some((host) => host === '0.0.0.0' || host === '::');

const checkedEnvironment = environment.superRefine((env, context) => {
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (env.ADMIN_PASSWORD && isEasyToGuess(env.ADMIN_PASSWORD, env.ADMIN_USERNAME)) {
    refuse('ADMIN_PASSWORD', EASY_TO_GUESS);
  }
  if (env.SMTP_URL && !env.MAIL_FROM) refuse('MAIL_FROM', 'must be set, too');
  if (env.MAIL_FROM && !env.SMTP_URL) refuse('SMTP_URL', 'must be set, too');
  // The address in a request could be forged, and password links must not lead there.
  if (env.SMTP_URL && !env.PUBLIC_URL) refuse('SMTP_URL', 'needs PUBLIC_URL, for links in mail');
  if (env.OIDC_ISSUER) {
    // The provider redirects people to this address, never to one from a request.
    for (const name of ['OIDC_CLIENT_ID', 'PUBLIC_URL'] as const) {
      if (!env[name]) refuse(name, 'must be set for OIDC_ISSUER');
    }
  }
  if (env.PORT && env.PORT === env.METRICS_PORT && overlap(env.HOST, env.METRICS_HOST)) {
    refuse('METRICS_PORT', 'must differ from PORT');
  }
});

/** Secrets that can also be given as the name of a file, in a setting that ends in `_FILE`. */
const secrets = [
  'DATABASE_URL',
  'ADMIN_PASSWORD',
  'BACKUP_PASSPHRASE',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
] as const;

/** The names of all settings. */
export const settingNames = [
  ...Object.keys(environment.shape),
  ...secrets.map((name) => `${name}_FILE`),
];

export type Settings = ReturnType<typeof toSettings>;
export type SignOnSettings = NonNullable<Settings['signOn']>;
export type MailSettings = NonNullable<Settings['mail']>;

/** Invalid settings. The message has one line per setting, which begins with its name. */
export class InvalidSettings extends Error {}

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  // Many deployment tools write an empty variable for 'not set'.
  const values = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = checkedEnvironment.safeParse({ ...values, ...readSecretFiles(values) });
  if (!parsed.success) {
    const lines = new Map<string, string>();
    for (const issue of parsed.error.issues) {
      const name = String(issue.path[0]);
      if (!lines.has(name)) lines.set(name, `${name}: ${issue.message}`);
    }
    throw new InvalidSettings([...lines.values()].join('\n'));
  }
  return toSettings(parsed.data);
}

/** Prefixes that in practice only our settings have. */
const OUR_PREFIXES = /^(BACKUP|DRAND|DRAWBRIDGE|METRICS|OIDC)_/;

/** The warning about variables that look like our settings but are not, and so have no effect. */
export function describeUnknownSettings(env: NodeJS.ProcessEnv): string | undefined {
  const unknown = Object.keys(env).filter(
    (name) => env[name] && OUR_PREFIXES.test(name) && !settingNames.includes(name),
  );
  return unknown.length === 0
    ? undefined
    : `Not a setting, so without effect: ${unknown.join(', ')}`;
}

/** The settings given as files, as if their contents had been set directly. */
function readSecretFiles(env: NodeJS.ProcessEnv): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const name of secrets) {
    const path = env[`${name}_FILE`];
    if (!path) continue;
    if (env[name]) throw new InvalidSettings(`${name}_FILE: ${name} is set, too; remove one`);
    problems[name] = readSecret(name, path);
    problems[`${name}_FILE`] = '';
  }
  return problems;
}

function readSecret(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new InvalidSettings(`${name}_FILE: ${(error as Error).message}`);
  }
}

function toSettings(env: z.infer<typeof environment>) {
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    adminUsername: env.ADMIN_USERNAME,
    adminPassword: env.ADMIN_PASSWORD,
    logLevel: env.LOG_LEVEL,
    logClientAddress: env.LOG_CLIENT_ADDRESS,
    trustProxy: env.TRUST_PROXY,
    publicSubmitsPerMinute: env.PUBLIC_SUBMITS_PER_MINUTE,
    sessionHours: env.SESSION_HOURS,
    country: env.COUNTRY,
    publicUrl: env.PUBLIC_URL,
    allowUnsafeDatabase: env.ALLOW_UNSAFE_DATABASE,
    metricsPort: env.METRICS_PORT,
    metricsHost: env.METRICS_HOST,
    webhooksToPrivate: env.WEBHOOKS_TO_PRIVATE,
    mail:
      env.SMTP_URL && env.MAIL_FROM && env.PUBLIC_URL
        ? { server: env.SMTP_URL, from: env.MAIL_FROM, publicUrl: env.PUBLIC_URL }
        : undefined,
    signOn:
      env.OIDC_ISSUER && env.OIDC_CLIENT_ID && env.PUBLIC_URL
        ? {
            issuer: env.OIDC_ISSUER,
            clientId: env.OIDC_CLIENT_ID,
            clientSecret: env.OIDC_CLIENT_SECRET,
            name: env.OIDC_NAME ?? new URL(env.OIDC_ISSUER).hostname,
            scopes: env.OIDC_SCOPES,
            admins: env.OIDC_ADMINS,
            volunteers: env.OIDC_VOLUNTEERS,
            publicUrl: env.PUBLIC_URL,
          }
        : undefined,
    drandUrls: env.DRAND_URLS,
    backupDir: env.BACKUP_DIR === undefined ? undefined : resolve(env.BACKUP_DIR),
    backupKeep: env.BACKUP_KEEP,
    backupPassphrase: env.BACKUP_PASSPHRASE,
  };
}
