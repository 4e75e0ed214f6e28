import {
  consentText,
  eraseAnswer,
  eraseInput,
  exportInput,
  type PersonData,
  type PersonQuery,
  personData,
  personQuery,
} from '@drawbridge/contract/people';
import { z } from 'zod';
import { Problem, unwrap } from '../../errors.ts';
import { signedIn } from '../../plugins/session.ts';
import { recordAudit } from '../audit/store.ts';
import type { Routes } from '../feature.ts';
import { nameFile } from '../files/table-file.ts';
import { eraseLeads } from './erase-store.ts';
import { findPerson, listConsents, readHeld } from './store.ts';

const tags = ['people'];

export const peopleRoutes: Routes = async (app, { db, audit }) => {
  app.get(
    '/consents',
    {
      config: { limited: 'filtered' },
      schema: {
        tags,
        summary: 'What the forms have said about consent, by version',
        response: { 200: z.array(consentText) },
      },
    },
    async (request) => listConsents(db, (await signedIn(request)).events),
  );

  // The contact is in a body, because addresses end up in the logs of proxies.
  app.post(
    '/find',
    {
      config: { limited: 'filtered', problems: ['lead-not-found', 'country-code-missing'] },
      schema: {
        tags,
        summary:
          'Everything that is stored about a person, by phone number, e-mail or lead; recorded in the audit trail',
        body: personQuery,
        response: { 200: personData },
      },
    },
    async (request) => {
      const user = await signedIn(request);
      const data = unwrap(await findPerson(db, request.body, user.events));
      await recordAudit(db, user, {
        kind: 'person-looked-up',
        ...describeLookup(request.body, data),
      });
      return data;
    },
  );

  app.post(
    '/export',
    {
      config: { problems: ['lead-not-found'] },
      schema: {
        tags,
        summary: 'The chosen leads and accounts of a person, for a file to give to them',
        body: exportInput,
        response: { 200: personData },
      },
    },
    async (request, reply) => {
      const user = await signedIn(request);
      const data = await readHeld(db, request.body, user.events);
      const [newest] = data.leads;
      if (!newest && data.accounts.length === 0) throw new Problem('lead-not-found');
      await recordAudit(db, user, {
        kind: 'person-exported',
        ...(newest && { subject: { id: newest.id } }),
        details: { leads: data.leads.length },
      });
      nameFile(reply, 'json', 'person');
      return { contact: null, total: data.leads.length, ...data };
    },
  );

  app.post(
    '/erase',
    {
      config: { problems: ['lead-not-found', 'lead-sealed'] },
      schema: {
        tags,
        summary: 'Erase leads for good, including those that have won; draws can still be checked',
        body: eraseInput,
        response: { 200: eraseAnswer },
      },
    },
    async (request) => {
      const erased = await audit(
        request,
        (tx) => eraseLeads(tx, request.body.leadIds, 'request'), // One entry for each lead: after an older backup was restored, they tell which to erase again.
        (events) =>
          events.flatMap(({ eventId, leadIds }) =>
            leadIds.map((id) => ({ kind: 'lead-erased', eventId, subject: { id } })),
          ),
      );
      return {
        leads: erased.reduce((sum, { leadIds }) => sum + leadIds.length, 0),
        winners: erased.reduce((sum, { winners }) => sum + winners, 0),
      };
    },
  );
};

/** Names the newest lead instead of the contact, which would outlive an erasure in the audit trail. */
function describeLookup({ contact, leadId }: PersonQuery, { total, leads }: PersonData) {
  const by = contact === undefined ? 'lead' : contact.includes('@') ? 'e-mail' : 'phone number';
  const id = leadId ?? leads[0]?.id;
  return { ...(id && { subject: { id } }), details: { leads: total, by } };
}
