import { reference } from '@drawbridge/contract/ids';
import {
  type Assignment,
  assignment,
  assignmentInput,
  ownAssignment,
} from '@drawbridge/contract/volunteers';
import { z } from 'zod';
import { found, unwrap } from '../../errors.ts';
import { signedIn } from '../../plugins/session.ts';
import { audited, labelOf } from '../audit/store.ts';
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
      config: {
        problems: [
          'volunteer-not-found',
          'event-not-found',
          'already-assigned',
          'request-id-reused',
        ],
      },
      schema: {
        tags,
        summary: 'Assign a volunteer to an event',
        body: assignmentInput,
        response: { 201: assignment },
      },
    },
    async (request, reply) => {
      const created = await audited(
        db,
        await signedIn(request),
        async (tx) => unwrap(await assignVolunteer(tx, request.body)),
        (assignment) => ({ kind: 'volunteer-assigned', ...aboutAssignment(assignment) }),
      );
      return reply.code(201).send(created);
    },
  );

  app.patch(
    '/:id/revoke',
    {
      config: { problems: ['assignment-not-found'] },
      schema: {
        tags,
        summary: 'Revoke an assignment',
        params,
        response: { 200: assignment },
      },
    },
    async (request) =>
      audited(
        db,
        await signedIn(request),
        async (tx) => found(await revokeAssignment(tx, request.params.id), 'assignment-not-found'),
        (assignment) => ({ kind: 'assignment-revoked', ...aboutAssignment(assignment) }),
      ),
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
    async (request) =>
      audited(
        db,
        await signedIn(request),
        async (tx) => unwrap(await restoreAssignment(tx, request.params.id)),
        (assignment) => ({ kind: 'assignment-restored', ...aboutAssignment(assignment) }),
      ),
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

const aboutAssignment = ({ eventId, volunteerId, volunteer }: Assignment) => ({
  eventId,
  subject: { id: volunteerId, name: labelOf(volunteer) },
});
