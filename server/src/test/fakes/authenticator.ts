import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** The site in the browser that the authenticator is used with. */
export interface Site {
  origin: string;
  rpId: string;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const text = (data: Buffer) => data.toString('base64url');

/** Encodes CBOR, as far as attestations need it. */
function cbor(value: number | string | Buffer | Buffer[] | Map<number | string, never>): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([major * 32 + size])
      : size < 256
        ? Buffer.from([major * 32 + 24, size])
        : Buffer.from([major * 32 + 25, size >> 8, size & 255]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

const map = (...entries: [number | string, unknown][]) => new Map(entries as [string, never][]);

/** One passkey of a phone or a security key, with the browser in front of it. */
export class Authenticator {
  readonly #site: Site;
  readonly #id = randomBytes(32);
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  /** The signature counter; an authenticator without one stays at 0. */
  counter = 1;
  /** True if the person has unlocked it, and not only touched it. */
  unlocked = true;

  constructor(site: Site) {
    this.#site = site;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    const [point, other] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    this.#publicKey = cbor(map([1, 2], [3, -7], [-1, 1], [-2, point], [-3, other]));
  }

  get id(): string {
    return text(this.#id);
  }

  #clientData(type: string, challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #data(withKey: boolean): Buffer {
    const flags = 0x01 | (this.unlocked ? 0x04 : 0) | (withKey ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const length = Buffer.from([this.#id.length >> 8, this.#id.length & 255]);
    const key = withKey ? [Buffer.alloc(16), length, this.#id, this.#publicKey] : [];
    return Buffer.concat([sha256(this.#site.rpId), Buffer.from([flags]), counter, ...key]);
  }

  /** The browser's result for a challenge when a passkey is added. The maker may add a certificate. */
  register(
    challenge: string,
    { origin } = this.#site,
    attested: 'not' | 'by itself' | { certificate: Buffer; key: KeyObject } = 'not',
  ) {
    const data = this.#data(true);
    const clientData = this.#clientData('webauthn.create', challenge, origin);
    const maker = typeof attested === 'object' ? attested : undefined;
    const input = Buffer.concat([data, sha256(clientData)]);
    const signed = sign('sha256', input, maker?.key ?? this.#key);
    const chain: [string, unknown][] = maker ? [['x5c', [maker.certificate]]] : [];
    const [format, statement] =
      attested === 'not'
        ? ['none', map()]
        : ['packed', map(['alg', -7], ['sig', signed], ...chain)];
    const attestation = map(['fmt', format], ['attStmt', statement], ['authData', data]);
    return {
      id: this.id,
      response: {
        clientDataJSON: text(clientData),
        attestationObject: text(cbor(attestation)),
      },
    };
  }

  /** The browser's result for a challenge at login. */
  assert(challenge: string, { origin } = this.#site) {
    if (this.counter > 0) this.counter += 1;
    const clientData = this.#clientData('webauthn.get', challenge, origin);
    const data = this.#data(false);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#key);
    return {
      id: this.id,
      response: {
        clientDataJSON: text(clientData),
        authenticatorData: text(data),
        signature: text(signature),
      },
    };
  }
}
