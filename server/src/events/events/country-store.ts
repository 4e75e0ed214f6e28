import { setImmediate } from 'node:timers/promises';
import { readPhone } from '@drawbridge/contract/phones/phone-key';
import sql, { empty } from 'sql-template-tag';
import { idsByEvent, queueWebhooks } from '../../core/queue/webhook-queue.ts';
import type { Db } from '../../db/client.ts';

/** The library takes about 20 µs per number, so a batch blocks the process for 20 ms. */
const BATCH = 1000;

interface LeadPhone {
  id: string;
  submittedAt: string;
  typed: string;
}

/**
 * Changes an event's country and recomputes the phone keys of all leads: the same digits are another number in
 * another country. Returns false if the event has a record, because a winner could win again under a new key.
 */
export async function changeCountry(tx: Db, id: string, country: string): Promise<boolean> {
  // The strongest lock: submissions wait for it and then read the new country.
  const [event] = await tx.query<{ country: string }>(sql`
    select country from events where id = ${id} for update`);
  if (!event || event.country === country) return true;
  if ((await tx.execute(sql`select from records where event_id = ${id} limit 1`)) > 0) return false;
  await tx.execute(sql`update events set country = ${country} where id = ${id}`);
  await derivePhoneKeys(tx, id, country);
  return true;
}

/** Recomputes the phone keys of an event's leads. */
async function derivePhoneKeys(tx: Db, eventId: string, country: string): Promise<void> {
  let last: LeadPhone | undefined;
  do {
    const leads: LeadPhone[] = await tx.query<LeadPhone>(sql`
      select id, submitted_at, coalesce(phone_typed, phone) as typed from leads
      where event_id = ${eventId}
        ${last ? sql`and (submitted_at, id) < (${last.submittedAt}, ${last.id})` : empty}
      order by submitted_at desc, id desc limit ${BATCH}`);
    const phones = leads.map(({ typed }) => readPhone(typed, country));
    await tx.execute(sql`
      with changed as (
        update leads set phone_key = derived.key, phone_valid = derived.valid
        from unnest(${leads.map(({ id }) => id)}::uuid[], ${phones.map(({ key }) => key)}::text[],
                    ${phones.map(({ valid }) => valid)}::bool[]) derived (id, key, valid)
        where leads.id = derived.id
          and (phone_key, phone_valid) is distinct from (derived.key, derived.valid)
        returning leads.id, event_id
      )
      ${queueWebhooks('lead.changed', idsByEvent)}`);
    last = leads.at(-1);
    await setImmediate();
  } while (last);
}
