import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { Problem } from '../../errors.ts';
import type { IdempotentRequest } from '../../http/session.ts';

/** The time for which a repeated request is recognised. */
const KEPT = sql`interval '1 day'`;

/** Reads the row that a request has created, by the row's id. */
export type ReadCreated<T> = (tx: Db, id: string) => Promise<T | undefined>;

/**
 * Executes a request once. A repeated request gets the row that the first one created, or the stored result if that row
 * cannot be read again. Stored values are hashed and encrypted with the client's id, because the input may contain a
 * password, and the result a token or the key of a second factor.
 */
export async function runIdempotent<T>(
  tx: Db,
  userId: string | null,
  request: IdempotentRequest | undefined,
  work: () => Promise<T>,
  read?: ReadCreated<T>,
): Promise<T> {
  if (!request) return work();
  const { key, input } = fingerprintOf(userId, request);
  const secret = derive(request.id, 'response', userId ?? '');
  // A request with the id of a running one waits here until that one has been committed or rolled back.
  const first = await tx.execute(sql`
    insert into idempotency_keys (key, input) values (${key}, ${input})
    on conflict (key) do update set
      input = excluded.input, created_at = excluded.created_at, subject_id = null, response = null
    where idempotency_keys.created_at < now() - ${KEPT}`);
  if (first === 0) {
    const before = await tx.queryOne<{
      input: Buffer;
      subjectId: string | null;
      response: Buffer | null;
    }>(sql`
      select input, subject_id, response from idempotency_keys where key = ${key}`);
    if (!before.input.equals(input)) throw new Problem('request-id-reused');
    const { subjectId, response } = before;
    const created = read && subjectId ? await read(tx, subjectId) : undefined;
    if (created) return created;
    if (!response) throw new Problem('request-done');
    return decrypt(secret, response) as T;
  }
  const result = await work();
  const stored = read
    ? sql`subject_id = ${(result as { id: string }).id}`
    : sql`response = ${encrypt(secret, result)}`;
  await tx.execute(sql`update idempotency_keys set ${stored} where key = ${key}`);
  return result;
}

/**
 * Erases all stored responses, because only the clients can decrypt them, and we cannot tell which ones contain the
 * erased person. The keys stay, so a repeated request is refused and not executed again.
 */
export async function eraseStoredResponses(tx: Db): Promise<void> {
  await tx.execute(sql`update idempotency_keys set response = null where response is not null`);
}

/** The id of the status change made by a user's request. */
export function ownRequestId(userId: string, requestId: string): string {
  return derive(requestId, 'step', userId).toString('hex', 0, 16);
}

function fingerprintOf(userId: string | null, { id, describe }: IdempotentRequest) {
  return { key: derive(id, 'key', userId ?? ''), input: derive(id, 'input', describe()) };
}

function derive(requestId: string, purpose: string, text: string): Buffer {
  return createHmac('sha256', requestId).update(`${purpose} ${text}`).digest();
}

export async function deleteExpiredKeys(db: Db): Promise<void> {
  await db.execute(sql`delete from idempotency_keys where created_at < now() - ${KEPT}`);
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function encrypt(secret: Buffer, value: unknown): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, secret, nonce);
  const body = Buffer.concat([cipher.update(JSON.stringify(value ?? null)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function decrypt(secret: Buffer, stored: Buffer): unknown {
  const decipher = createDecipheriv(CIPHER, secret, stored.subarray(0, NONCE_BYTES));
  const bodyAt = NONCE_BYTES + TAG_BYTES;
  decipher.setAuthTag(stored.subarray(NONCE_BYTES, bodyAt));
  const json = Buffer.concat([decipher.update(stored.subarray(bodyAt)), decipher.final()]);
  return JSON.parse(json.toString());
}
