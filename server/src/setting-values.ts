import { isIP } from 'node:net';
import { emailProblem, LINE_CHARACTERS } from '@drawbridge/contract/core/inputs/form-rules';
import { z } from 'zod';
import { Connection, configFor } from './db/connection.ts';

// Schemas of single settings: each parses one type of value, and has the message for any other.

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`);

export const onOff = z
  .string()
  .toLowerCase()
  .refine((text) => /^(on|off|true|false|1|0)$/.test(text), 'must be on or off')
  .transform((text) => /^(on|true|1)$/.test(text));

/** The proxies that are trusted to report the client's address: none, the nearest few, or a list. */
type TrustProxy = false | string | ((address: string, hop: number) => boolean);

const proxyChoices = 'the number of proxies in front, such as 1, or their addresses';

export const trustProxy = z.string().transform((text, context): TrustProxy => {
  if (/^(off|false|0)$/i.test(text)) return false;
  // Fastify accepts a number too, but then trusts no proxy.
  if (/^\d{1,2}$/.test(text)) return (_address, hop) => hop < Number(text);
  if (text.split(',').every((part) => isProxy(part.trim()))) return text;
  const message = /^(on|true|yes)$/i.test(text)
    ? `${text} would let clients choose their own address. Write ${proxyChoices} separated by commas`
    : `must be off, ${proxyChoices} separated by commas`;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

function isProxy(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true;
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  // A range of 0 bits would trust every address.
  return version !== 0 && Number(bits ?? 1) > 0 && Number(bits ?? 1) <= (version === 4 ? 32 : 128);
}

/** An origin: a URL without a path, as a browser writes it. */
export const origin = z.string().transform((text, context): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url && isWeb && url.pathname === '/' && !url.search && !url.hash && !url.username) {
    return url.origin;
  }
  context.addIssue({
    code: 'custom',
    message: 'must be an address such as https://raffle.example.org, without a path',
  });
  return z.NEVER;
});

/** The relays of drand, separated by commas or spaces. */
export const relays = z.string().transform((text, context): string[] => {
  const urls = text.split(/[\s,]+/).filter(Boolean);
  const wrong = urls.find((url) => !/^https?:\/\/[^\s?#]+$/.test(url) || !URL.canParse(url));
  if (!wrong) return urls.map((url) => url.replace(/\/+$/, ''));
  context.addIssue({
    code: 'custom',
    message: `must be addresses such as https://api.drand.sh, separated by commas; ${wrong} is none`,
  });
  return z.NEVER;
});

/**
 * The provider's issuer URL, exactly as the provider writes it. Plain HTTP could be intercepted, so it is allowed on
 * this machine only.
 */
export const issuer = z.string().transform((text, context): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLoopback = url && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback);
  if (isSafe && !url.search && !url.hash && !url.username) return text;
  context.addIssue({ code: 'custom', message: 'must be an address that begins with https://' });
  return z.NEVER;
});

/** A claim of the provider and one of its values: `groups=raffle-admins`. */
export const claimValue = z
  .string()
  .regex(/^[^=]+=.+$/, 'must be a claim and its value, such as groups=raffle-admins')
  .transform((text) => {
    const at = text.indexOf('=');
    return { claim: text.slice(0, at).trim(), value: text.slice(at + 1).trim() };
  });

export function isConnectionString(text: string): boolean {
  try {
    // Creating it does not connect yet.
    new Connection(configFor(text));
    return true;
  } catch {
    return false;
  }
}

/** The SMTP server for outgoing mail. */
export interface MailServer {
  host: string;
  port: number;
  /** True for TLS from the start; otherwise TLS is used as soon as the server offers it. */
  secure: boolean;
  user: string | undefined;
  password: string;
  /**
   * True for a server on this machine: nobody can intercept the connection, so neither TLS nor a valid certificate is
   * needed.
   */
  local: boolean;
}

/** Parses `smtps://user:password@mail.example.org`; undefined for anything else. */
export function readMailServer(text: string): MailServer | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const secure = url?.protocol === 'smtps:';
  if (!url?.hostname || !(secure || url.protocol === 'smtp:')) return undefined;
  if (!['', '/'].includes(url.pathname) || url.search || url.hash) return undefined;
  if (url.password && !url.username) return undefined;
  try {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    return {
      host,
      // The usual ports of mail programs: 465 with TLS from the start, 587 with a user name, 25 without.
      port: Number(url.port) || (secure ? 465 : url.username ? 587 : 25),
      secure,
      user: url.username ? decodeURIComponent(url.username) : undefined,
      password: decodeURIComponent(url.password),
      local: host === 'localhost' || host === '::1' || (isIP(host) === 4 && /^127\./.test(host)),
    };
  } catch {
    // A % without a valid escape.
    return undefined;
  }
}

export interface Sender {
  name: string;
  address: string;
}

/** Parses `Harbour Fair <raffle@example.org>` or the address alone; undefined for anything else. */
export function readSender(text: string): Sender | undefined {
  const [, name = '', address = text] = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? [];
  const valid = address.trim() !== '' && emailProblem(address) === undefined;
  return valid && LINE_CHARACTERS.test(name) ? { name, address: address.trim() } : undefined;
}
