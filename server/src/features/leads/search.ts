import { normalisePhone } from '@drawbridge/contract/phone';
import { readPhone } from '@drawbridge/contract/phone-key';
import { FOLDED_LETTERS, isPhone, searchWords } from '@drawbridge/contract/search';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Db } from '../../db/client.ts';

const details = sql`concat_ws(E'\n', name, email, phone)`;

/**
 * The contract's `foldText` in SQL. It is written out here, because the extension `unaccent` is missing on
 * some servers, and it takes plain ASCII, which most names are, in one cheap step.
 */
const foldedDetails = sql`
  case when octet_length(${details}) = char_length(${details}) then lower(${details})
  else ${Object.entries(FOLDED_LETTERS).reduce(
    (text, [letter, plain]) => sql`replace(${text}, ${letter}, ${plain})`,
    sql`lower(regexp_replace(normalize(${details}, nfkd), '[\u0300-\u036f]', '', 'g'))`,
  )} end`;

/** Matches leads that contain every word of the search, or whose phone number contains all of it. */
export async function matchesSearch(
  db: Db,
  typed: string,
  eventId: string | undefined,
): Promise<Sql> {
  const patterns = searchWords(typed).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  return sql`(${foldedDetails} like all(${patterns}::text[])
    ${isPhone(typed) ? orPhoneLike(typed, await findKeys(db, typed, eventId)) : empty})`;
}

/** Matches part of a number by its digits or its key's digits, and a whole number by its key. */
function orPhoneLike(typed: string, keys: readonly string[]): Sql {
  const digits = normalisePhone(typed);
  // A key does not contain the leading zero of a national number.
  const national = digits.replace(/^0+/, '') || digits;
  return sql`
    or phone like ${`%${digits}%`} or phone_key like ${`%${national}%`}
    or phone_key = any(${keys}::text[])`;
}

/** The keys of a phone number in each country whose events are searched. */
async function findKeys(db: Db, typed: string, eventId: string | undefined): Promise<string[]> {
  const events = await db.query<{ country: string }>(sql`
    select distinct country from events ${eventId ? sql`where id = ${eventId}` : empty}`);
  return events.map(({ country }) => readPhone(typed, country).key);
}
