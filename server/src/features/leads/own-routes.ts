import { ownLeadCalls } from '@drawbridge/contract/calls/leads';
import { fieldsOf } from '../audit/store.ts';
import { feature } from '../feature.ts';
import { withdrawals } from './change-store.ts';
import { changeOwnLead, listNumberMarks, listOwnLeads, takeLeadBack } from './own-leads-store.ts';

export const ownLeads = feature(ownLeadCalls, ({ db }) => ({
  getOwnLeads: ({ user }) => listOwnLeads(db, user),
  getKnownNumbers: ({ user }) => listNumberMarks(db, user.id),
  updateOwnLead: ({ params: { leadId }, body, change }) =>
    change(
      (tx, user) => changeOwnLead(tx, user, leadId, body),
      ({ id, eventId, withdrawn }) => {
        const fields = fieldsOf(body);
        if (!fields) return undefined;
        return [
          { eventId, subject: { id }, details: { fields } },
          ...withdrawals({ id, eventId, withdrawn }),
        ];
      },
    ),
  deleteOwnLead: ({ params: { leadId }, change }) =>
    change(
      (tx, user) => takeLeadBack(tx, user, leadId),
      ({ id, eventId }) => ({ eventId, subject: { id } }),
    ),
}));
