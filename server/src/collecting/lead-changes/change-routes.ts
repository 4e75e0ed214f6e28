import { leadChangeCalls, ownLeadCalls } from '@drawbridge/contract/collecting/calls/leads';
import { fieldsOf } from '../../core/change/audit-log.ts';
import { feature } from '../../core/feature.ts';
import { Problem, succeed } from '../../errors.ts';
import { requireEvent } from '../../events/events/store.ts';
import { collectChangeProblems } from '../submission/entry-problems.ts';
import {
  deleteMatching,
  giveChances,
  promoteMatching,
  undoStatusChange,
  verifyLeads,
  verifyMatching,
} from './bulk-store.ts';
import { changeLead, deleteLead, withdrawalAudits } from './change-store.ts';
import { mergeLeads } from './merge-store.ts';
import { changeOwnLead, listOwnLeads, listPhoneHashes, takeLeadBack } from './own-leads-store.ts';

const stepKinds = {
  pending: 'lead-changed',
  verified: 'lead-verified',
  promoted: 'lead-promoted',
} as const;

/** The audit entries of a bulk change: one per event, with its number of leads. */
const auditPerEvent = ({ events }: { events: { eventId: string; leads: number }[] }) =>
  events.map(({ eventId, leads }) => ({ eventId, details: { leads } }));

export const leadChanges = feature(leadChangeCalls, ({ db }, app) => {
  app.setErrorHandler(async (error, request) => {
    const { leadId } = Object(request.params);
    const user = await request.findUser();
    const { body } = request;
    throw leadId && user?.role === 'admin'
      ? await collectChangeProblems(db, error, { leadId, body, user })
      : error;
  });

  return {
    verifyLeads: async ({ body: { leadIds, filter = {}, except = [] }, change }) => {
      if (filter.eventId) await requireEvent(db, filter.eventId);
      return change(
        async (tx, by) =>
          succeed(
            await (leadIds
              ? verifyLeads(tx, by, leadIds)
              : verifyMatching(tx, by, { ...filter, only: by.events }, except)),
          ),
        auditPerEvent,
      );
    },
    promoteLeads: async ({ body, change }) => {
      if (body.eventId) await requireEvent(db, body.eventId);
      return change(
        (tx, by) => promoteMatching(tx, by, { ...body, only: by.events }),
        auditPerEvent,
      );
    },
    giveChances: async ({ body, change }) => {
      if (body.filter?.eventId) await requireEvent(db, body.filter.eventId);
      return change(
        async (tx, by) => succeed(await giveChances(tx, by, body, by.events)),
        auditPerEvent,
      );
    },
    deleteLeads: async ({ body, change }) => {
      if (body.eventId) await requireEvent(db, body.eventId);
      return change((tx, by) => deleteMatching(tx, { ...body, only: by.events }), auditPerEvent);
    },
    mergeLeads: ({ params: { leadId }, body, change }) =>
      change(
        (tx, by) => mergeLeads(tx, by, leadId, body.other),
        ({ lead: { id, eventId }, removed }) => ({
          eventId,
          subject: { id },
          details: { removed },
        }),
      ),
    undoLeadSteps: ({ body, change }) =>
      change(
        (tx, user) => undoStatusChange(tx, user, body),
        ({ kind, events, leadId }) =>
          events.map(({ eventId, leads }) => {
            const id = body.leadId ?? leadId;
            return { kind, eventId, ...(id ? { subject: { id } } : { details: { leads } }) };
          }),
      ),
    updateLead: ({ params: { leadId }, body, user, change }) => {
      const { status, ...details } = body;
      const program = user.scopes !== null;
      // Tokens cannot verify or promote leads.
      if (status && program) throw new Problem('not-for-tokens');
      if (body.chances && program) throw new Problem('chances-need-person');
      const fields = fieldsOf(details);
      return change(
        (tx) => changeLead(tx, leadId, body, { program, user }),
        ({ id, eventId, withdrawn }) => [
          ...(status ? [{ kind: stepKinds[status], eventId, subject: { id } }] : []),
          ...(fields ? [{ eventId, subject: { id }, details: { fields } }] : []),
          ...withdrawalAudits({ id, eventId, withdrawn }),
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

/** The calls of volunteers for leads that they have added. */
export const ownLeads = feature(ownLeadCalls, ({ db }) => ({
  getOwnLeads: ({ user }) => listOwnLeads(db, user),
  getKnownNumbers: ({ user }) => listPhoneHashes(db, user.id),
  updateOwnLead: ({ params: { leadId }, body, change }) =>
    change(
      (tx, user) => changeOwnLead(tx, user, leadId, body),
      ({ id, eventId, withdrawn }) => {
        const fields = fieldsOf(body);
        if (!fields) return undefined;
        return [
          { eventId, subject: { id }, details: { fields } },
          ...withdrawalAudits({ id, eventId, withdrawn }),
        ];
      },
    ),
  deleteOwnLead: ({ params: { leadId }, change }) =>
    change(
      (tx, user) => takeLeadBack(tx, user, leadId),
      ({ id, eventId }) => ({ eventId, subject: { id } }),
    ),
}));
