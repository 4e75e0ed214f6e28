import type { LoginMethods } from '@drawbridge/contract/login/sign-on';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../../settings.ts';

/** The login methods of this server besides a password. */
export const loginMethodsOf = ({
  signOn,
  mail,
}: Pick<Settings, 'signOn' | 'mail'>): LoginMethods => ({
  signOn: signOn?.name ?? null,
  mail: mail !== undefined,
});

/**
 * The limits on failed attempts: `burst` at once, and then one every `seconds`. An account's limit
 * refills as fast as one address can use it, so using it up takes several addresses.
 */
export const loginLimits = {
  /** The limit for an account at one address, or on one device that it has logged in on. */
  knownClient: { burst: 10, seconds: 60 },
  /** The limit for an account at all addresses where it has never logged in. */
  account: { burst: 40, seconds: 60 },
  /**
   * The limit for all accounts at one address, which a hall full of volunteers may share. It resets within a minute.
   */
  address: { burst: 100, seconds: 0.6 },
} as const;

// In this order, because browsers also name those that they descend from.
const browsers: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];
const systems: [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

const LENGTH_MAX = 60;

/** A short name by which people recognise a device: 'Firefox on Windows'. The rest of the header is not stored. */
export function describeDevice(userAgent = ''): string {
  const nameIn = (list: typeof browsers) =>
    list.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  if (browser && system) return `${browser} on ${system}`;
  // A program has its own name first: 'curl/8.5.0'.
  const program = /^[\w.+/-]+/.exec(userAgent)?.[0].slice(0, LENGTH_MAX);
  return browser ?? system ?? program ?? 'Unknown device';
}

/** The client location of a request, for the audit trail and the list of sessions. */
export function clientLocation({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>) {
  return { device: describeDevice(headers['user-agent']), address: ip };
}
