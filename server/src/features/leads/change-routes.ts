import { leadChangeCalls } from '@drawbridge/contract/calls/leads';
import { Problem, succeed } from '../../errors.ts';
import { fieldsOf } from '../audit/store.ts';
import { requireEvent } from '../events/store.ts';
import { feature } from '../feature.ts';
import {
  changeLead,
  deleteLead,
  undoSteps,
  verifyLeads,
  verifyMatching,
  withdrawals,
} from './change-store.ts';
import { nameAllChangeProblems } from './entry-problems.ts';

const stepKinds = {
  pending: 'lead-changed',
  verified: 'lead-verified',
  promoted: 'lead-promoted',
} as const;

export const leadChanges = feature(leadChangeCalls, ({ db }, app) => {
  app.setErrorHandler(async (error, request) => {
    const { leadId } = Object(request.params);
    const user = await request.findUser();
    const { body } = request;
    throw leadId && user?.role === 'admin'
      ? await nameAllChangeProblems(db, error, { leadId, body, user })
      : error;
  });

  return {
    verifyLeads: async ({ body: { leadIds, filter = {}, except = [] }, change }) => {
      if (filter.eventId) await requireEvent(db, filter.eventId);
      return change(
        async (tx, { events: only }) =>
          succeed(
            await (leadIds
              ? verifyLeads(tx, leadIds)
              : verifyMatching(tx, { ...filter, only }, except)),
          ),
        ({ events }) => events.map(({ eventId, leads }) => ({ eventId, details: { leads } })),
      );
    },
    undoLeadSteps: ({ body, change }) =>
      change(
        (tx, user) => undoSteps(tx, user, body),
        ({ kind, events }) =>
          events.map(({ eventId, leads }) => {
            const { leadId: id } = body;
            return { kind, eventId, ...(id ? { subject: { id } } : { details: { leads } }) };
          }),
      ),
    updateLead: ({ params: { leadId }, body, user, change }) => {
      const { status, ...details } = body;
      const program = user.scopes !== null;
      // Tokens neither verify nor promote.
      if (status && program) throw new Problem('not-for-tokens');
      const fields = fieldsOf(details);
      return change(
        (tx) => changeLead(tx, leadId, body, { program }),
        ({ id, eventId, withdrawn }) => [
          ...(status ? [{ kind: stepKinds[status], eventId, subject: { id } }] : []),
          ...(fields ? [{ eventId, subject: { id }, details: { fields } }] : []),
          ...withdrawals({ id, eventId, withdrawn }),
        ],
      );
    },
    deleteLead: ({ params: { leadId }, change }) =>
      change(
        (tx) => deleteLead(tx, leadId),
        ({ id, eventId }) => ({ eventId, subject: { id } }),
      ),
  };
});
