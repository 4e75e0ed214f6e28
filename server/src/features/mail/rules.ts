import { isIP } from 'node:net';
import { emailProblem, LINE_CHARACTERS } from '@drawbridge/contract/form-rules';

/** The server that takes our mail. */
export interface MailServer {
  host: string;
  port: number;
  /** TLS from the start; otherwise as soon as the server offers it. */
  secure: boolean;
  user: string | undefined;
  password: string;
  /** On this machine: nobody listens in between, so neither TLS nor a valid certificate is needed. */
  local: boolean;
}

/** Reads `smtps://user:password@mail.example.org`; undefined if it is something else. */
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
      // As mail programs do it: 465 with TLS from the start, 587 with a user name, 25 without.
      port: Number(url.port) || (secure ? 465 : url.username ? 587 : 25),
      secure,
      user: url.username ? decodeURIComponent(url.username) : undefined,
      password: decodeURIComponent(url.password),
      local: host === 'localhost' || host === '::1' || (isIP(host) === 4 && /^127\./.test(host)),
    };
  } catch {
    // A % that begins no escape.
    return undefined;
  }
}

export interface Sender {
  name: string;
  address: string;
}

/** Reads `Harbour Fair <raffle@example.org>` or the address alone; undefined if it is something else. */
export function readSender(text: string): Sender | undefined {
  const [, name = '', address = text] = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? [];
  const valid = address.trim() !== '' && emailProblem(address) === undefined;
  return valid && LINE_CHARACTERS.test(name) ? { name, address: address.trim() } : undefined;
}

/** What the library says of a mail that was not accepted. */
export interface MailError {
  message: string;
  code?: string | undefined;
  command?: string | undefined;
  permanent?: boolean | undefined;
  responseCode?: number | undefined;
  /** The server's own words, without those of the library. */
  response?: string | undefined;
}

/**
 * Whether the server has refused this mail or its recipient for good. That it refuses our password or our own address
 * is for the operator to mend, and the mail waits for it.
 */
export function isRefused({ code, command, permanent, responseCode }: MailError): boolean {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  // Without an answer, the library itself cannot write to such an address.
  return command !== 'MAIL FROM' && (responseCode === undefined || permanent === true);
}
