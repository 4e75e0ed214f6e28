import { deleted, reference } from '@drawbridge/contract/ids';
import {
  loginCodes,
  loginCodesInput,
  volunteer,
  volunteerChange,
} from '@drawbridge/contract/volunteers';
import { z } from 'zod';
import { signedIn } from '../../plugins/session.ts';
import { fieldsOf, labelOf } from '../audit/store.ts';
import { hashPassword } from '../auth/passwords.ts';
import type { Routes } from '../feature.ts';
import { changeVolunteer, createLoginCodes, deleteVolunteer, listVolunteers } from './store.ts';

const tags = ['volunteers'];
const params = z.object({ id: reference('volunteer-not-found') });

export const volunteerRoutes: Routes = async (app, { db, audit }) => {
  app.get(
    '/volunteers',
    {
      // Whoever organises an event may assign any volunteer to it.
      config: { limited: 'filtered' },
      schema: {
        tags,
        summary: 'All volunteers, with their lead counts per event',
        response: { 200: z.array(volunteer) },
      },
    },
    async (request) => listVolunteers(db, { only: (await signedIn(request)).events }),
  );

  app.post(
    '/login-codes',
    {
      config: {
        limited: 'filtered',
        problems: ['volunteer-not-found', 'event-not-found', 'login-codes-end'],
      },
      schema: {
        tags,
        summary: 'Make one-time codes with which volunteers log in without a password',
        description:
          'For one volunteer (ten minutes), or for all of an event (`until`, on its day).',
        body: loginCodesInput,
        response: { 201: loginCodes },
      },
    },
    async (request, reply) => {
      reply.code(201);
      return audit(
        request,
        (tx, user) => createLoginCodes(tx, request.body, user),
        ({ codes, expiresAt }) =>
          codes.map(({ volunteerId, ...account }) => ({
            kind: 'login-code-made',
            subject: { id: volunteerId, name: labelOf(account) },
            eventId: 'eventId' in request.body ? request.body.eventId : null,
            details: { until: expiresAt },
          })),
      );
    },
  );

  app.patch(
    '/:id',
    {
      config: { problems: ['volunteer-not-found', 'username-taken', 'email-taken'] },
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
      return audit(
        request,
        (tx, user) =>
          changeVolunteer(
            tx,
            request.params.id,
            { ...change, ...(passwordHash && { passwordHash }) },
            user,
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
    (request) =>
      audit(
        request,
        (tx) => deleteVolunteer(tx, request.params.id),
        ({ id, ...account }) => ({
          kind: 'volunteer-deleted',
          subject: { id, name: labelOf(account) },
        }),
      ),
  );
};
