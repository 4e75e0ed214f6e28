import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { createSecureContext, type Server as TlsServer } from 'node:tls';
import { InvalidSettings } from '../settings.ts';

const LOOK_AGAIN_EVERY_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const RENEW_DAYS = 14;

interface TlsFiles {
  certFile: string;
  keyFile: string;
}

export interface Certificate {
  cert: Buffer;
  key: Buffer;
}

/** Reads a certificate and its key, and checks that they belong together. */
export function readCertificate({ certFile, keyFile }: TlsFiles): Certificate {
  try {
    const certificate = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
    const parsed = parse(`TLS_CERT_FILE: ${certFile} is not a certificate (PEM)`, () => {
      return new X509Certificate(certificate.cert);
    });
    const key = parse(`TLS_KEY_FILE: ${keyFile} is not a key without a passphrase (PEM)`, () => {
      return createPrivateKey(certificate.key);
    });
    if (!parsed.checkPrivateKey(key)) {
      throw new InvalidSettings('TLS_KEY_FILE is not the key of the certificate in TLS_CERT_FILE');
    }
    createSecureContext(certificate);
    return certificate;
  } catch (error) {
    if (error instanceof InvalidSettings) throw error;
    throw new InvalidSettings(
      `TLS_CERT_FILE, TLS_KEY_FILE: cannot be used: ${(error as Error).message}`,
    );
  }
}

/** OpenSSL's own words for a file that is something else help nobody. */
function parse<T>(otherwise: string, read: () => T): T {
  try {
    return read();
  } catch {
    throw new InvalidSettings(otherwise);
  }
}

/** What browsers have against a certificate, or will have soon, in one sentence. */
export function describeCertificateProblem(
  cert: Buffer,
  publicUrl: string | undefined,
  now = Date.now(),
): string | undefined {
  const certificate = new X509Certificate(cert);
  const { validFrom, validTo } = certificate;
  const days = daysUntil(validTo, now);
  if (Date.parse(validFrom) > now) {
    return `The certificate is valid only from ${validFrom}: is the clock right?`;
  }
  if (days < 0) return `The certificate expired on ${validTo}`;
  if (days < RENEW_DAYS) return `The certificate expires in ${days} days, on ${validTo}: renew it`;
  const name = publicUrl && new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
  return !name || isFor(certificate, name)
    ? undefined
    : `The certificate is for ${namesOf(certificate)}, but PUBLIC_URL has the name ${name}`;
}

export function describeCertificate(cert: Buffer): string {
  const certificate = new X509Certificate(cert);
  const { validTo } = certificate;
  const days = daysUntil(validTo, Date.now());
  return `The certificate is for ${namesOf(certificate)} and valid for ${days} days, until ${validTo}`;
}

const daysUntil = (time: string, now: number) => Math.floor((Date.parse(time) - now) / DAY_MS);

const namesOf = ({ subjectAltName }: X509Certificate) =>
  subjectAltName?.replaceAll(/(DNS|IP Address):/g, '') ?? 'no name';

/** Whether browsers accept it for that name. They do not look at the subject. */
function isFor(certificate: X509Certificate, name: string): boolean {
  return isIP(name)
    ? certificate.checkIP(name) !== undefined
    : certificate.checkHost(name, { subject: 'never' }) !== undefined;
}

interface Log {
  info(message: string): void;
  warn(message: string): void;
}

/** Takes a renewed certificate into use without a restart. Connections that are open keep the old one. */
export class CertificateRenewal {
  readonly #server: TlsServer;
  readonly #files: TlsFiles;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #inUse: Certificate;
  #problem: string | undefined;

  constructor(server: TlsServer, files: TlsFiles, inUse: Certificate, log: Log) {
    this.#server = server;
    this.#files = files;
    this.#inUse = inUse;
    this.#log = log;
    this.#timer = setInterval(() => this.look(), LOOK_AGAIN_EVERY_MS).unref();
  }

  /** A renewal replaces two files, one after the other; until they fit, the old certificate stays. */
  look(): void {
    try {
      const found = readCertificate(this.#files);
      this.#problem = undefined;
      if (found.cert.equals(this.#inUse.cert) && found.key.equals(this.#inUse.key)) return;
      this.#server.setSecureContext(found);
      this.#inUse = found;
      const { validTo } = new X509Certificate(found.cert);
      this.#log.info(`The renewed certificate is in use, valid until ${validTo}`);
    } catch (error) {
      const { message } = error as Error;
      if (message === this.#problem) return;
      this.#problem = message;
      this.#log.warn(`${message}; the previous certificate stays in use`);
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
