import type { AuditKind } from '@drawbridge/contract/audit-kinds';
import { reference } from '@drawbridge/contract/ids';
import {
  type Assignment,
  assignment,
  assignmentInput,
  ownAssignment,
} from '@drawbridge/contract/volunteers';
import { z } from 'zod';
import { signedIn } from '../../plugins/session.ts';
import { labelOf } from '../audit/store.ts';
import type { Routes } from '../feature.ts';
import { endLogInsElsewhere } from '../volunteers/store.ts';
import {
  assignVolunteer,
  listAssignments,
  listOwnAssignments,
  restoreAssignment,
  revokeAssignment,
} from './store.ts';

const tags = ['volunteers'];
const params = z.object({ id: reference('assignment-not-found') });

export const assignmentRoutes: Routes = async (app, { db, audit }) => {
  app.get(
    '/',
    {
      config: { limited: 'filtered' },
      schema: {
        tags,
        summary: 'All assignments, revoked ones included',
        response: { 200: z.array(assignment) },
      },
    },
    async (request) => listAssignments(db, { only: (await signedIn(request)).events }),
  );

  app.post(
    '/',
    {
      config: {
        problems: ['volunteer-not-found', 'event-not-found', 'already-assigned'],
      },
      schema: {
        tags,
        summary: 'Assign a volunteer to an event',
        description:
          'A log-in that an organiser gave them who may not use this event ends: give them a new one.',
        body: assignmentInput,
        response: { 201: assignment },
      },
    },
    async (request, reply) => {
      reply.code(201);
      return audit(
        request,
        async (tx, user) => {
          const assigned = await assignVolunteer(tx, request.body);
          if (assigned.ok) await endLogInsElsewhere(tx, user);
          return assigned;
        },
        about('volunteer-assigned'),
      );
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
    (request) =>
      audit(request, (tx) => revokeAssignment(tx, request.params.id), about('assignment-revoked')),
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
    (request) =>
      audit(
        request,
        async (tx, user) => {
          const restored = await restoreAssignment(tx, request.params.id);
          if (restored.ok) await endLogInsElsewhere(tx, user);
          return restored;
        },
        about('assignment-restored'),
      ),
  );
};

export const ownAssignmentRoutes: Routes = async (app, { db }) => {
  app.get(
    '/assignments',
    {
      config: { limited: 'filtered' },
      schema: {
        tags,
        summary: "The logged-in user's active assignments",
        response: { 200: z.array(ownAssignment) },
      },
    },
    async (request) => listOwnAssignments(db, (await signedIn(request)).id),
  );
};

const about =
  (kind: AuditKind) =>
  ({ eventId, volunteerId, volunteer }: Assignment) => ({
    kind,
    eventId,
    subject: { id: volunteerId, name: labelOf(volunteer) },
  });
