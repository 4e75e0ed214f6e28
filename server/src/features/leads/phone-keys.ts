import { setImmediate } from 'node:timers/promises';
import { readPhone } from '@drawbridge/contract/phones/phone-key';
import sql, { empty } from 'sql-template-tag';
import type { Db } from '../../db/client.ts';

/** The library takes about 20 µs per number, so a batch blocks the process for 20 ms. */
const BATCH = 1000;

interface LeadPhone {
  id: string;
  submittedAt: string;
  typed: string;
}

/** Recomputes the phone keys of an event's leads, by which phone numbers are compared. */
export async function derivePhoneKeys(tx: Db, eventId: string, country: string): Promise<void> {
  let last: LeadPhone | undefined;
  do {
    const leads: LeadPhone[] = await tx.query<LeadPhone>(sql`
      select id, submitted_at, coalesce(phone_typed, phone) as typed from leads
      where event_id = ${eventId}
        ${last ? sql`and (submitted_at, id) < (${last.submittedAt}, ${last.id})` : empty}
      order by submitted_at desc, id desc limit ${BATCH}`);
    const phones = leads.map(({ typed }) => readPhone(typed, country));
    await tx.execute(sql`
      update leads set phone_key = derived.key, phone_valid = derived.valid
      from unnest(${leads.map(({ id }) => id)}::uuid[], ${phones.map(({ key }) => key)}::text[],
                  ${phones.map(({ valid }) => valid)}::bool[]) derived (id, key, valid)
      where leads.id = derived.id
        and (phone_key, phone_valid) is distinct from (derived.key, derived.valid)`);
    last = leads.at(-1);
    await setImmediate();
  } while (last);
}
