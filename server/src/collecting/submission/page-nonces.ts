import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { CODE_BYTES } from '@drawbridge/contract/fair-draw/entry-code';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';

/**
 * A nonce identifies a public page, not a person, and its entries are counted by it. The nonce is signed, so that
 * clients cannot make up their own and servers need not store them.
 */

const ID_BYTES = 8;
const TIME_BYTES = 4;
const SIGNED_BYTES = ID_BYTES + TIME_BYTES;
const SIGNATURE_BYTES = 12;
/** A tab that is left open works for a week. Entries with an older nonce count as entries without one. */
const VALID_SECONDS = 7 * 24 * 3600;

export interface PageNonces {
  /** Creates a nonce. Returns undefined while the key cannot be read. */
  issue(): Promise<string | undefined>;
  /** The key for counting a nonce's entries. Undefined if the signature is wrong or the nonce is too old. */
  idOf(nonce: string | undefined): Promise<string | undefined>;
  /**
   * The entry code of a lead whose page has none of its own. The page gets the same code if it sends the lead
   * again. The nonce is required to get it.
   */
  codeFor(nonce: string | undefined, leadId: string | undefined): Promise<Buffer | undefined>;
}

/** Reads the key that all servers of this database share. The first server creates it. */
export async function readPageKey(db: Db): Promise<Buffer> {
  const { key } = await db.queryOne<{ key: Buffer }>(sql`
    insert into shared_keys (purpose) values ('page nonces')
    -- An update without effect, so that a key created by another server is returned.
    on conflict (purpose) do update set purpose = excluded.purpose
    returning key`);
  return key;
}

/** Creates and checks the nonces. `readKey` reads the shared key, and is called until it succeeds once. */
export function createPageNonces(
  readKey: () => Promise<Buffer>,
  onError: (error: unknown) => void,
  now: () => number = Date.now,
): PageNonces {
  let key: Promise<Buffer | undefined> | undefined;

  function findKey(): Promise<Buffer | undefined> {
    key ??= readKey().catch((error: unknown) => {
      key = undefined;
      onError(error);
      return undefined;
    });
    return key;
  }

  const seconds = () => Math.floor(now() / 1000);

  async function idOf(nonce: string | undefined): Promise<string | undefined> {
    if (nonce === undefined || nonce.length === 0) return undefined;
    const storedKey = await findKey();
    const bytes = Buffer.from(nonce, 'base64url');
    if (!storedKey || bytes.length !== SIGNED_BYTES + SIGNATURE_BYTES) return undefined;
    const signed = bytes.subarray(0, SIGNED_BYTES);
    if (!timingSafeEqual(sign(storedKey, signed), bytes.subarray(SIGNED_BYTES))) return undefined;
    const age = seconds() - signed.readUInt32BE(ID_BYTES);
    return age <= VALID_SECONDS ? signed.toString('base64url', 0, ID_BYTES) : undefined;
  }

  return {
    async issue() {
      const storedKey = await findKey();
      if (!storedKey) return undefined;
      const signed = Buffer.alloc(SIGNED_BYTES);
      randomBytes(ID_BYTES).copy(signed);
      signed.writeUInt32BE(seconds(), ID_BYTES);
      return Buffer.concat([signed, sign(storedKey, signed)]).toString('base64url');
    },

    idOf,

    async codeFor(nonce, leadId) {
      const [page, found] = [await idOf(nonce), await findKey()];
      if (!page || !found || !leadId) return undefined;
      const digest = createHmac('sha256', found).update(`entry code ${page} ${leadId}`).digest();
      return digest.subarray(0, CODE_BYTES);
    },
  };
}

function sign(key: Buffer, signed: Buffer): Buffer {
  return createHmac('sha256', key).update(signed).digest().subarray(0, SIGNATURE_BYTES);
}
