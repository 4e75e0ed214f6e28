import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { CODE_BYTES } from '@drawbridge/contract/fair-draw/entry-code';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';

/*
 * Every public page gets a nonce, with which its entries are counted. It is signed, so that a client cannot
 * make up its own, and no server has to remember the ones it gave out. It identifies a page, not a person.
 */

const ID_BYTES = 8;
const TIME_BYTES = 4;
const SIGNED_BYTES = ID_BYTES + TIME_BYTES;
const SIGNATURE_BYTES = 12;
/** A tab that is left open works for a week; entries from an older one count as without a nonce. */
const VALID_SECONDS = 7 * 24 * 3600;

export interface PageNonces {
  /** A new nonce; undefined while the key cannot be read. */
  issue(): Promise<string | undefined>;
  /** The key under which a nonce's entries are counted; undefined unless it is one of ours and not too old. */
  idOf(nonce: string | undefined): Promise<string | undefined>;
  /**
   * The entry code of a lead that a page enters without a code of its own. The page gets the same one if it sends the
   * lead again, and whoever does not know its nonce gets none.
   */
  codeFor(nonce: string | undefined, leadId: string | undefined): Promise<Buffer | undefined>;
}

/** A key that all servers of this database share; the first of them to ask makes it. */
export async function readPageKey(db: Db): Promise<Buffer> {
  const { key } = await db.queryOne<{ key: Buffer }>(sql`
    insert into shared_keys (purpose) values ('page nonces')
    -- Changes nothing, but returns the key that another server has made.
    on conflict (purpose) do update set purpose = excluded.purpose
    returning key`);
  return key;
}

/** `readKey` reads the key that all servers share. It is called until it has succeeded once. */
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
    const found = await findKey();
    const bytes = Buffer.from(nonce, 'base64url');
    if (!found || bytes.length !== SIGNED_BYTES + SIGNATURE_BYTES) return undefined;
    const signed = bytes.subarray(0, SIGNED_BYTES);
    if (!timingSafeEqual(sign(found, signed), bytes.subarray(SIGNED_BYTES))) return undefined;
    const age = seconds() - signed.readUInt32BE(ID_BYTES);
    return age <= VALID_SECONDS ? signed.toString('base64url', 0, ID_BYTES) : undefined;
  }

  return {
    async issue() {
      const found = await findKey();
      if (!found) return undefined;
      const signed = Buffer.alloc(SIGNED_BYTES);
      randomBytes(ID_BYTES).copy(signed);
      signed.writeUInt32BE(seconds(), ID_BYTES);
      return Buffer.concat([signed, sign(found, signed)]).toString('base64url');
    },

    idOf,

    async codeFor(nonce, leadId) {
      const [page, found] = [await idOf(nonce), await findKey()];
      if (!page || !found || !leadId) return undefined;
      const made = createHmac('sha256', found).update(`entry code ${page} ${leadId}`).digest();
      return made.subarray(0, CODE_BYTES);
    },
  };
}

function sign(key: Buffer, signed: Buffer): Buffer {
  return createHmac('sha256', key).update(signed).digest().subarray(0, SIGNATURE_BYTES);
}
