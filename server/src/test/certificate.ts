import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Makes a certificate for localhost that is signed by its own key, and both as PEM. */
export function makeCertificate({ ended = false } = {}): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid('2a8648ce3d040302')); // ecdsa-with-SHA256
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('localhost')))));
  const dnsName = sequence(der(0x82, Buffer.from('localhost')));
  const extensions = der(0xa3, sequence(sequence(oid('551d11'), der(0x04, dnsName))));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(-2), time(ended ? -1 : 1)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]);
  const certificate = sequence(body, algorithm, der(0x03, signature));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

/** A tagged value of ASN.1's distinguished encoding. */
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
