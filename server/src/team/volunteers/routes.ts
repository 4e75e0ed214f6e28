import { volunteerCalls } from '@drawbridge/contract/team/calls/volunteers';
import { fieldsOf, labelOf } from '../../core/change/audit-log.ts';
import { feature } from '../../core/feature.ts';
import { hashPassword } from '../../login/auth/secrets.ts';
import { changeVolunteer, createLoginCodes, deleteVolunteer, listVolunteers } from './store.ts';

export const volunteers = feature(volunteerCalls, ({ db }) => ({
  getVolunteers: ({ user }) => listVolunteers(db, { only: user.events }),
  createLoginCodes: ({ body, change }) =>
    change(
      (tx, user) => createLoginCodes(tx, body, user),
      ({ codes, expiresAt }) =>
        codes.map(({ volunteerId, ...account }) => ({
          subject: { id: volunteerId, name: labelOf(account) },
          eventId: 'eventId' in body ? body.eventId : null,
          details: { until: expiresAt },
        })),
    ),
  updateVolunteer: async ({ params: { volunteerId }, body, change }) => {
    const { password, ...wanted } = body;
    const passwordHash = password && (await hashPassword(password));
    return change(
      (tx, user) =>
        changeVolunteer(
          tx,
          volunteerId,
          { ...wanted, ...(passwordHash && { passwordHash }) },
          user,
        ),
      (changed) => ({
        subject: { id: changed.id, name: labelOf(changed) },
        details: { fields: fieldsOf(body) },
      }),
    );
  },
  deleteVolunteer: ({ params: { volunteerId }, change }) =>
    change(
      (tx) => deleteVolunteer(tx, volunteerId),
      ({ id, ...account }) => ({ subject: { id, name: labelOf(account) } }),
    ),
}));
