import { deleted } from '@drawbridge/contract/deleted';
import { reference } from '@drawbridge/contract/ids';
import { volunteer, volunteerChange } from '@drawbridge/contract/volunteers';
import { z } from 'zod';
import { unwrap } from '../../errors.ts';
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
    async ({ params, body: { password, name, username } }) =>
      unwrap(
        await changeVolunteer(db, params.id, {
          name,
          username,
          ...(password && { passwordHash: await hashPassword(password) }),
        }),
      ),
  );

  app.delete(
    '/:id',
    {
      config: { problems: ['volunteer-not-found'] },
      schema: { tags, summary: 'Delete a volunteer', params, response: { 200: deleted } },
    },
    async ({ params }) => unwrap(await deleteVolunteer(db, params.id)),
  );
};
