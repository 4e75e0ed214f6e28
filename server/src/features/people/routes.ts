import { eraseAnswer, eraseInput, personData, personQuery } from '@drawbridge/contract/people';
import { found, unwrap } from '../../errors.ts';
import { signedIn } from '../../plugins/session.ts';
import { audited, recordAudit } from '../audit/store.ts';
import type { Routes } from '../feature.ts';
import { eraseLeads } from './erase-store.ts';
import { findPerson } from './store.ts';

const tags = ['people'];

export const peopleRoutes: Routes = async (app, { db }) => {
  // The contact is in a body, because addresses end up in the logs of proxies.
  app.post(
    '/find',
    {
      config: { problems: ['lead-not-found'] },
      schema: {
        tags,
        summary: 'Everything that is held about a person, by phone number, e-mail or lead',
        body: personQuery,
        response: { 200: personData },
      },
    },
    async (request) => found(await findPerson(db, request.body), 'lead-not-found'),
  );

  app.post(
    '/export',
    {
      config: { problems: ['lead-not-found'] },
      schema: {
        tags,
        summary: 'The same, to be handed out as a file; the audit trail says so',
        body: personQuery,
        response: { 200: personData },
      },
    },
    async (request) => {
      const user = await signedIn(request);
      const data = found(await findPerson(db, request.body), 'lead-not-found');
      await recordAudit(db, user, { kind: 'person-exported', details: { leads: data.total } });
      return data;
    },
  );

  app.post(
    '/erase',
    {
      config: { problems: ['lead-not-found', 'lead-sealed'] },
      schema: {
        tags,
        summary: 'Erase leads for ever, also those that have won; draws stay provable',
        body: eraseInput,
        response: { 200: eraseAnswer },
      },
    },
    async (request) => {
      const erased = await audited(
        db,
        await signedIn(request),
        async (tx) => unwrap(await eraseLeads(tx, request.body.leadIds, 'request')),
        // One entry for each lead: after an older backup was restored, they tell which to erase again.
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
