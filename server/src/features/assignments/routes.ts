import { reference } from '@drawbridge/contract/ids';
import { assignment, assignmentInput, ownAssignment } from '@drawbridge/contract/volunteers';
import { z } from 'zod';
import { found, unwrap } from '../../errors.ts';
import { signedIn } from '../../plugins/session.ts';
import type { Routes } from '../feature.ts';
import {
  assignVolunteer,
  listAssignments,
  listOwnAssignments,
  restoreAssignment,
  revokeAssignment,
} from './store.ts';

const tags = ['volunteers'];
const params = z.object({ id: reference('assignment-not-found') });

export const assignmentRoutes: Routes = async (app, { db }) => {
  app.get(
    '/',
    {
      schema: {
        tags,
        summary: 'All assignments, revoked ones included',
        response: { 200: z.array(assignment) },
      },
    },
    () => listAssignments(db),
  );

  app.post(
    '/',
    {
      config: { problems: ['volunteer-not-found', 'event-not-found', 'already-assigned'] },
      schema: {
        tags,
        summary: 'Assign a volunteer to an event',
        body: assignmentInput,
        response: { 201: assignment },
      },
    },
    async ({ body }, reply) => reply.code(201).send(unwrap(await assignVolunteer(db, body))),
  );

  app.patch(
    '/:id/revoke',
    {
      config: { problems: ['assignment-not-found'] },
      schema: {
        tags,
        summary: 'Take an assignment back',
        params,
        response: { 200: assignment },
      },
    },
    async ({ params }) => found(await revokeAssignment(db, params.id), 'assignment-not-found'),
  );

  app.patch(
    '/:id/restore',
    {
      config: { problems: ['assignment-not-found', 'already-assigned'] },
      schema: {
        tags,
        summary: 'Undo the revocation of an assignment',
        params,
        response: { 200: assignment },
      },
    },
    async ({ params }) => unwrap(await restoreAssignment(db, params.id)),
  );
};

export const ownAssignmentRoutes: Routes = async (app, { db }) => {
  app.get(
    '/assignments',
    {
      schema: {
        tags,
        summary: "The logged-in user's active assignments",
        response: { 200: z.array(ownAssignment) },
      },
    },
    async (request) => listOwnAssignments(db, (await signedIn(request)).id),
  );
};
