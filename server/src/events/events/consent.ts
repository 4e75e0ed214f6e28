import { consentNoteOf } from '@drawbridge/contract/events/entering';
import type { PublicEvent } from '@drawbridge/contract/events/events';
import { DEFAULT_LANGUAGE, languageCodes } from '@drawbridge/contract/languages/languages';
import sql from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { textsIn } from '../../http/languages.ts';

type Wording = Pick<
  PublicEvent,
  | 'id'
  | 'organiser'
  | 'privacyText'
  | 'privacyUrl'
  | 'consentNote'
  | 'marketingText'
  | 'language'
  | 'translations'
>;

/** The consent texts of an event's form, with their translations. */
function wordingOf({ consentNote, language, translations, ...event }: Wording) {
  const { privacyText, marketingText } = event;
  const note = consentNoteOf({ consentNote, marketingText });
  const consents = languageCodes.map((code) => {
    const translation = code === language ? undefined : translations?.[code];
    const texts = {
      note: consentNote ? translation?.consentNote : textsIn(code).sentence(note),
      privacyText: privacyText ? translation?.privacyText : undefined,
      marketingText: marketingText ? translation?.marketingText : undefined,
    };
    return [code, texts] as const;
  });
  const translated = consents.filter(([, texts]) => Object.values(texts).some(Boolean));
  return {
    ...event,
    note: consentNote ?? textsIn(DEFAULT_LANGUAGE).sentence(note),
    translations: Object.fromEntries(translated),
  };
}

/**
 * Saves the consent texts of events as versions, and records that their forms have shown them. The same texts are
 * always the same version. Called after a change of an event, and for all events when the server starts, because
 * the catalogues may have changed.
 */
export async function saveConsentTexts(
  db: Database | Db,
  eventIds?: readonly string[],
): Promise<void> {
  await inTransaction(db, (tx) => saveConsents(tx, eventIds));
}

async function saveConsents(tx: Db, eventIds: readonly string[] | undefined): Promise<void> {
  // Locked, so that the texts cannot change meanwhile.
  const events = await tx.query<Wording>(sql`
    select id, organiser, privacy_text, privacy_url, consent_note, marketing_text, language, translations
    from events where ${eventIds ? sql`id = any(${eventIds}::uuid[])` : sql`true`}
    order by id for no key update`);
  const wordings = sql`(
    select *, sha256(convert_to(json_build_array(note, organiser, "privacyText", "privacyUrl", "marketingText",
                                                 translations)::text, 'UTF8')) as hash
    from json_to_recordset(${JSON.stringify(events.map(wordingOf))}) as w (
      id uuid, note text, organiser text, "privacyText" text, "privacyUrl" text, "marketingText" text,
      translations jsonb)) w`;
  await tx.execute(sql`
    insert into consent_texts (hash, note, organiser, privacy_text, privacy_url, marketing_text, translations)
    select hash, note, organiser, "privacyText", "privacyUrl", "marketingText", translations from ${wordings}
    where not exists (select from consent_texts t where t.hash = w.hash)
    on conflict (hash) do nothing`);
  await tx.execute(sql`
    with changed as (
      update events e set consent_id = t.id
      from ${wordings} join consent_texts t on t.hash = w.hash
      where e.id = w.id and e.consent_id is distinct from t.id
      returning e.id, e.consent_id
    )
    insert into event_consents (event_id, consent_id) select id, consent_id from changed
    on conflict do nothing`);
}
