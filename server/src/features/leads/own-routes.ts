import { deleted, reference } from '@drawbridge/contract/ids';
import { numberMarks, ownLead, ownLeadChange } from '@drawbridge/contract/leads';
import { z } from 'zod';
import { signedIn } from '../../plugins/session.ts';
import { fieldsOf } from '../audit/store.ts';
import type { Routes } from '../feature.ts';
import { withdrawals } from './change-store.ts';
import { changeOwnLead, listNumberMarks, listOwnLeads, takeLeadBack } from './own-leads-store.ts';

const tags = ['leads'];
const params = z.object({ id: reference('lead-not-found') });

/** What volunteers do with the leads they have collected. */
export const ownLeadRoutes: Routes = async (app, { db, audit }) => {
  app.get(
    '/leads',
    {
      config: { limited: 'filtered' },
      schema: {
        tags,
        summary: 'The leads that the logged-in user has collected, newest first',
        description: 'Volunteers see those of the events they are assigned to.',
        response: { 200: z.array(ownLead) },
      },
    },
    async (request) => listOwnLeads(db, await signedIn(request)),
  );

  app.get(
    '/numbers',
    {
      config: { limited: 'filtered' },
      schema: {
        tags,
        summary: "Marks of the latest phone numbers at the user's events",
        description: 'Not the numbers themselves: a phone recognises one that is typed in again.',
        response: { 200: numberMarks },
      },
    },
    async (request) => listNumberMarks(db, (await signedIn(request)).id),
  );

  app.patch(
    '/leads/:id',
    {
      config: {
        problems: [
          'lead-not-found',
          'not-assigned',
          'lead-already-verified',
          'phone-too-short',
          'phone-not-valid',
        ],
      },
      schema: {
        tags,
        summary: 'Correct one of your own leads while it is pending and the assignment is active',
        params,
        body: ownLeadChange,
        response: { 200: ownLead },
      },
    },
    (request) =>
      audit(
        request,
        (tx, user) => changeOwnLead(tx, user, request.params.id, request.body),
        ({ id, eventId, withdrawn }) => {
          const fields = fieldsOf(request.body);
          if (!fields) return undefined;
          return [
            { kind: 'lead-changed', eventId, subject: { id }, details: { fields } },
            ...withdrawals({ id, eventId, withdrawn }),
          ];
        },
      ),
  );

  app.delete(
    '/leads/:id',
    {
      config: {
        problems: ['lead-not-found', 'not-assigned', 'lead-already-verified', 'lead-sealed'],
      },
      schema: {
        tags,
        summary: 'Delete one of your own leads while it is pending and the assignment is active',
        params,
        response: { 200: deleted },
      },
    },
    (request) =>
      audit(
        request,
        (tx, user) => takeLeadBack(tx, user, request.params.id),
        ({ id, eventId }) => ({ kind: 'lead-deleted', eventId, subject: { id } }),
      ),
  );
};
