import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';
import { deleted } from '../../core/ids.ts';
import {
  assignment,
  assignmentInput,
  loginCodes,
  loginCodesInput,
  ownAssignment,
  volunteer,
  volunteerChange,
} from '../volunteers.ts';

export const volunteerCalls = defineCalls(
  {
    room: 'team',
    allowedFor: 'administrators',
    tokenScope: 'none',
    eventScope: 'named',
    changes: 'none',
  },
  {
    getVolunteers: {
      route: 'GET /api/users/volunteers',
      summary: 'All volunteers, with their lead counts per event',
      // Event administrators may assign any volunteer to their events.
      eventScope: 'filtered',
      responses: { 200: z.array(volunteer) },
    },
    createLoginCodes: {
      route: 'POST /api/users/login-codes',
      summary: 'Create one-time login codes for volunteers',
      description: 'For one volunteer (ten minutes), or for all of an event (`until`, on its day).',
      eventScope: 'filtered',
      body: loginCodesInput,
      responses: { 201: loginCodes },
      problems: ['volunteer-not-found', 'event-not-found', 'login-codes-end'],
      audit: 'login-code-created',
    },
    updateVolunteer: {
      route: 'PATCH /api/users/:volunteerId',
      summary: 'Change a volunteer; a new password ends their sessions',
      body: volunteerChange,
      responses: { 200: volunteer },
      problems: ['username-taken', 'email-taken'],
      audit: 'volunteer-changed',
      changes: 'sessions',
    },
    deleteVolunteer: {
      route: 'DELETE /api/users/:volunteerId',
      summary: 'Delete a volunteer',
      responses: { 200: deleted },
      audit: 'volunteer-deleted',
      changes: 'sessions',
    },
  },
);

export const assignmentCalls = defineCalls(
  {
    room: 'team',
    allowedFor: 'administrators',
    tokenScope: 'none',
    eventScope: 'named',
    changes: 'none',
  },
  {
    getAssignments: {
      route: 'GET /api/volunteer-assignments',
      summary: 'All assignments, including revoked ones',
      eventScope: 'filtered',
      responses: { 200: z.array(assignment) },
    },
    createAssignment: {
      route: 'POST /api/volunteer-assignments',
      summary: 'Assign a volunteer to an event',
      description:
        'Credentials that were issued by an administrator without access to this event are revoked: issue new ones.',
      body: assignmentInput,
      responses: { 201: assignment },
      problems: ['volunteer-not-found', 'event-not-found', 'already-assigned'],
      audit: 'volunteer-assigned',
    },
    revokeAssignment: {
      route: 'PATCH /api/volunteer-assignments/:assignmentId/revoke',
      summary: 'Revoke an assignment',
      responses: { 200: assignment },
      audit: 'assignment-revoked',
    },
    restoreAssignment: {
      route: 'POST /api/volunteer-assignments/:assignmentId/restore',
      summary: 'Undo the revocation of an assignment',
      responses: { 200: assignment },
      problems: ['already-assigned'],
      audit: 'assignment-restored',
    },
    getOwnAssignments: {
      route: 'GET /api/volunteer/assignments',
      summary: "The logged-in user's active assignments",
      allowedFor: 'users',
      eventScope: 'filtered',
      responses: { 200: z.array(ownAssignment) },
    },
  },
);
