import { personalDataCalls } from '@drawbridge/contract/collecting/calls/personal-data';
import type { PersonData, PersonQuery } from '@drawbridge/contract/collecting/personal-data';
import { feature } from '../../core/feature.ts';
import { nameFile } from '../../core/files/table-file.ts';
import { Problem, unwrap } from '../../errors.ts';
import { eraseLeads, vacuumErased } from './erase-store.ts';
import { findPerson, listConsents, readStoredData } from './store.ts';

export const people = feature(personalDataCalls, ({ db }) => ({
  getConsentTexts: ({ user }) => listConsents(db, user.events),
  findPeople: async ({ body, user, record }) => {
    const data = unwrap(await findPerson(db, body, user.events));
    await record(describeLookup(body, data));
    return data;
  },
  exportPerson: async ({ body, user, record, reply }) => {
    const data = await readStoredData(db, body, user.events);
    const [newest] = data.leads;
    if (!newest && data.accounts.length === 0) throw new Problem('lead-not-found');
    await record({
      ...(newest && { subject: { id: newest.id } }),
      details: { leads: data.leads.length },
    });
    nameFile(reply, 'json', 'person');
    return { contact: null, total: data.leads.length, ...data };
  },
  erasePeople: async ({ body: { leadIds }, change }) => {
    const erased = await change(
      (tx) => eraseLeads(tx, leadIds, 'request'),
      // One audit entry per lead: after an older backup is restored, the entries tell which leads to erase again.
      (events) =>
        events.flatMap(({ eventId, leadIds }) =>
          leadIds.map((id) => ({ eventId, subject: { id } })),
        ),
    );
    // The response does not wait for it.
    void vacuumErased(db);
    return {
      leads: erased.reduce((sum, { leadIds }) => sum + leadIds.length, 0),
      winners: erased.reduce((sum, { winners }) => sum + winners, 0),
    };
  },
}));

/**
 * The audit entry of a lookup. It names the newest lead, because a contact would outlive an erasure in the audit
 * trail.
 */
function describeLookup({ contact, leadId }: PersonQuery, { total, leads }: PersonData) {
  const by = contact === undefined ? 'lead' : contact.includes('@') ? 'email' : 'phone number';
  const id = leadId ?? leads[0]?.id;
  return { ...(id && { subject: { id } }), details: { leads: total, by } };
}
