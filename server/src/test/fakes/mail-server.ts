import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { vi } from 'vitest';
import { LONG_TIMEOUT } from './until-blocked.ts';

export interface ReceivedMail {
  to: string[];
  /** The headers by lower-case name, unfolded and decoded. */
  headers: Map<string, string>;
  text: string;
  html: string;
  raw: string;
  /** True if the connection was encrypted, and the user who had logged in. */
  secure: boolean;
  user: string | undefined;
}

interface MailServerOptions extends Partial<SMTPServerOptions> {
  /** The server's response to a recipient, such as '550 No such user'; undefined accepts the recipient. */
  refuse?: (to: string) => string | undefined;
  port?: number;
}

/** The settings that turn mail on. */
export const mailSettings = (url = 'smtp://127.0.0.1:1') => ({
  SMTP_URL: url,
  MAIL_FROM: 'Harbour Fair <raffle@harbour.example>',
  PUBLIC_URL: 'http://raffle.example',
});

/** A mail server on this machine. */
export async function startMailServer({ refuse, port = 0, ...options }: MailServerOptions = {}) {
  const received: ReceivedMail[] = [];
  /** All recipients that mail was offered for. */
  const recipients: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      recipients.push(address);
      const answer = refuse?.(address);
      if (!answer) return done();
      done(Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) }));
    },
    onData(stream, { envelope, secure, user }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ to, ...readMail(raw), raw, secure, user: user as string | undefined });
        done();
      });
    },
    ...options,
  });
  // smtp-server reports here when a client that is killed resets its connection in the middle of a mail.
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error;
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: listening } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${listening}`,
    port: listening,
    received,
    asked: recipients,
    /** The first matching mail to an address, once it has arrived. */
    next: (address: string, matches: (mail: ReceivedMail) => boolean = () => true) =>
      vi.waitFor(() => {
        const found = received.find((mail) => mail.to.includes(address) && matches(mail));
        if (!found) throw new Error(`Mail went to ${received.map(({ to }) => to)} only`);
        return found;
      }, LONG_TIMEOUT),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function readMail(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const { headers, body } = splitPart(raw);
  const boundary = /boundary="(.+?)"/.exec(headers.get('content-type') ?? '')?.[1];
  const parts = body.split(`--${boundary}`).slice(1, -1).map(splitPart);
  const partOf = (type: string) => {
    const part = parts.find((each) => each.headers.get('content-type')?.startsWith(type));
    return part ? decodeBody(part.body, part.headers.get('content-transfer-encoding')) : '';
  };
  return { headers, text: partOf('text/plain'), html: partOf('text/html') };
}

function splitPart(part: string): { headers: Map<string, string>; body: string } {
  const [head = '', ...body] = part.replace(/^\r\n/, '').split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())];
  });
  return { headers: new Map(headers), body: body.join('\r\n\r\n') };
}

const decodeWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_word, encoding: string, encoded: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(encoded, 'base64').toString()
        : decodeQuoted(encoded.replaceAll('_', ' ')),
    );

function decodeBody(body: string, encoding = '7bit'): string {
  const decoded =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString()
      : encoding === 'quoted-printable'
        ? decodeQuoted(body.replace(/=\r\n/g, ''))
        : body;
  return decoded.replaceAll('\r\n', '\n');
}

const decodeQuoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_code, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  ).toString();
