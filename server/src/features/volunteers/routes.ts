import { deleted } from '@drawbridge/contract/deleted';
import { reference } from '@drawbridge/contract/ids';
import { volunteer, volunteerChange } from '@drawbridge/contract/volunteers';
import { z } from 'zod';
import { unwrap } from '../../errors.ts';
import { signedIn } from '../../plugins/session.ts';
import { audited, fieldsOf, labelOf } from '../audit/store.ts';
import { hashPassword } from '../auth/passwords.ts';
import type { Routes } from '../feature.ts';
import { changeVolunteer, deleteVolunteer, listVolunteers } from './store.ts';

const tags = ['volunteers'];
const params = z.object({ id: reference('volunteer-not-found') });

export const volunteerRoutes: Routes = async (app, { db }) => {
  app.get(
    '/volunteers',
    {
      schema: {
        tags,
        summary: 'All volunteers, with their lead counts per event',
        response: { 200: z.array(volunteer) },
      },
    },
    () => listVolunteers(db),
  );

  app.patch(
    '/:id',
    {
      config: { problems: ['volunteer-not-found', 'username-taken'] },
      schema: {
        tags,
        summary: 'Change a volunteer; a new password ends their sessions',
        params,
        body: volunteerChange,
        response: { 200: volunteer },
      },
    },
    async (request) => {
      const { password, ...change } = request.body;
      const passwordHash = password && (await hashPassword(password));
      return audited(
        db,
        await signedIn(request),
        async (tx) =>
          unwrap(
            await changeVolunteer(tx, request.params.id, {
              ...change,
              ...(passwordHash && { passwordHash }),
            }),
          ),
        (changed) => ({
          kind: 'volunteer-changed',
          subject: { id: changed.id, name: labelOf(changed) },
          details: { fields: fieldsOf(request.body) },
        }),
      );
    },
  );

  app.delete(
    '/:id',
    {
      config: { problems: ['volunteer-not-found'] },
      schema: { tags, summary: 'Delete a volunteer', params, response: { 200: deleted } },
    },
    async (request) =>
      audited(
        db,
        await signedIn(request),
        async (tx) => unwrap(await deleteVolunteer(tx, request.params.id)),
        ({ id, ...account }) => ({
          kind: 'volunteer-deleted',
          subject: { id, name: labelOf(account) },
        }),
      ),
  );
};
