import { createHash } from 'node:crypto';
import { NOT_A_PICTURE } from '@drawbridge/contract/events/pictures';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { Problem } from '../../errors.ts';
import { isPicture } from './rules.ts';

interface Pictures {
  logo?: string | null | undefined;
  cover?: string | null | undefined;
  picture?: string | null | undefined;
}
const fields = ['logo', 'cover', 'picture'] as const;

/** Stores the new pictures of an event or a prize, and returns it with their paths instead of their bytes. */
export async function storePictures<Owner extends Pictures>(tx: Db, owner: Owner): Promise<Owner> {
  const stored: Pictures = {};
  for (const field of fields) {
    const picture = owner[field];
    if (!picture) continue;
    const path = await storePicture(tx, picture);
    if (!path) {
      const refused = [{ field, message: NOT_A_PICTURE }];
      throw new Problem('invalid-input', { sentence: NOT_A_PICTURE, fields: refused });
    }
    stored[field] = path;
  }
  return { ...owner, ...stored };
}

/**
 * Stores the picture of a data URL and returns its path, or checks a given path. Undefined if there is no valid
 * picture.
 */
async function storePicture(tx: Db, picture: string): Promise<string | undefined> {
  if (picture.startsWith('/')) {
    // Locked, so that the picture cannot be deleted before it is referenced.
    const known = await tx.execute(sql`select from pictures where path = ${picture} for key share`);
    return known > 0 ? picture : undefined;
  }
  const bytes = Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64');
  if (!(await isPicture(bytes))) return undefined;
  const path = `/pictures/${createHash('sha256').update(bytes).digest('hex')}.webp`;
  // An update without effect for an existing picture: it waits for a concurrent deletion.
  await tx.execute(sql`
    insert into pictures (path, bytes) values (${path}, ${bytes})
    on conflict (path) do update set path = excluded.path`);
  return path;
}

export async function readPicture(db: Db, path: string): Promise<Buffer | undefined> {
  const [picture] = await db.query<{ bytes: Buffer }>(sql`
    select bytes from pictures where path = ${path}`);
  return picture?.bytes;
}

/** Deletes pictures that are no longer referenced, not even by a prize that can still be restored. */
export async function deleteUnusedPictures(db: Db): Promise<void> {
  // A locked picture is about to be referenced again.
  await db.execute(sql`
    delete from pictures where path in (
      select path from pictures p
      where not exists (select from events where logo = p.path)
        and not exists (select from events where cover = p.path)
        and not exists (select from prizes where picture = p.path)
        and not exists (select from restorable_rows where contents->>'picture' = p.path)
      for update skip locked)`);
}
