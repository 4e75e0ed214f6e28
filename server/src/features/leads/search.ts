import { uuid } from '@drawbridge/contract/form-rules';
import { normalisePhone } from '@drawbridge/contract/phone';
import { readPhone } from '@drawbridge/contract/phone-key';
import { isPhone, searchWords } from '@drawbridge/contract/search';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { Db } from '../../db/client.ts';

/**
 * Matches leads that contain every word of the search, or whose phone number contains all of it.
 * `search_text` is folded by the database, as the contract's `foldText` does it.
 */
export async function matchesSearch(
  db: Db,
  typed: string,
  eventId: string | undefined,
): Promise<Sql> {
  // The audit trail links to a lead by its id.
  if (uuid.test(typed)) return sql`id = ${typed}`;
  const words = searchWords(typed).map(hasWord);
  if (words.length === 0) return sql`true`;
  return sql`(${join(words, ' and ')}
    ${isPhone(typed) ? orPhoneLike(typed, await findKeys(db, typed, eventId)) : empty})`;
}

/** Matches part of a number by its key's digits, and a whole number by its key. */
function orPhoneLike(typed: string, keys: readonly string[]): Sql {
  const digits = normalisePhone(typed);
  // A key does not contain the leading zero of a national number.
  const national = digits.replace(/^0+/, '') || digits;
  // The index has parts of `search_text` only, so both are compared.
  return sql`
    or (${hasWord(national)} and phone_key like ${containing(national)})
    or phone_key = any(${keys}::text[])`;
}

/** The index knows parts of three characters; for shorter ones it would be read from end to end. */
function hasWord(word: string): Sql {
  return /[\p{L}\p{N}]{3}/u.test(word)
    ? sql`search_text like ${containing(word)}`
    : sql`strpos(search_text, ${word}) > 0`;
}

function containing(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}

/** The keys of a phone number in each country whose events are searched. */
async function findKeys(db: Db, typed: string, eventId: string | undefined): Promise<string[]> {
  const events = await db.query<{ country: string }>(sql`
    select distinct country from events ${eventId ? sql`where id = ${eventId}` : empty}`);
  return events.map(({ country }) => readPhone(typed, country).key);
}
