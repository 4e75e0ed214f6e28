import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Makes a self-signed certificate for localhost, and returns it and its key as PEM. */
export function makeCertificate({ ended = false } = {}): { cert: string; key: string } {
  const dnsName = sequence(der(0x82, Buffer.from('localhost')));
  const names = extension('551d11', dnsName);
  const { certificate, key } = issue([['550403', 'localhost']], { ended, extensions: [names] });
  return { cert: pem(certificate), key: key.export({ type: 'pkcs8', format: 'pem' }) as string };
}

/** Makes the certificate of a maker of authenticators. It contains the URL of its revocation list. */
export function makeAttestationCertificate(revokedAt: string) {
  const root = issue([['550403', 'Maker']]);
  const list = der(0xa0, der(0xa0, der(0x86, Buffer.from(revokedAt))));
  const { certificate, key } = issue(
    [
      ['550406', 'XX'],
      ['55040a', 'Maker'],
      ['55040b', 'Authenticator Attestation'],
      ['550403', 'Security key'],
    ],
    { issuer: root, extensions: [extension('551d1f', sequence(sequence(list)))] },
  );
  return { root: pem(root.certificate), certificate, key };
}

interface Issuer {
  name: Buffer;
  key: KeyObject;
}

/** Signs a certificate with its own key or the issuer's. Each part of its name has an object identifier. */
function issue(
  parts: [identifier: string, text: string][],
  { ended = false, extensions = [] as Buffer[], issuer = undefined as Issuer | undefined } = {},
): Issuer & { certificate: Buffer } {
  const { privateKey: key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid('2a8648ce3d040302')); // ecdsa-with-SHA256
  const name = sequence(
    ...parts.map(([id, text]) => der(0x31, sequence(oid(id), der(0x0c, Buffer.from(text))))),
  );
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    issuer?.name ?? name,
    sequence(time(-2), time(ended ? -1 : 1)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(extensions.length > 0 ? [der(0xa3, sequence(...extensions))] : []),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, issuer?.key ?? key)]);
  return { certificate: sequence(body, algorithm, der(0x03, signature)), name, key };
}

function pem(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

const extension = (id: string, value: Buffer) => sequence(oid(id), der(0x04, value));

/** Encodes a tagged value in ASN.1's distinguished encoding. */
function der(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Uint8Array[]) => der(0x30, Buffer.concat(parts));
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));

function time(yearsFromNow: number): Buffer {
  const at = new Date();
  at.setUTCFullYear(at.getUTCFullYear() + yearsFromNow);
  return der(0x18, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z`));
}
