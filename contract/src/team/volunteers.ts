import { z } from 'zod';
import { id, reference, requestId } from '../core/ids.ts';
import { optionalAddress } from '../core/inputs/addresses.ts';
import { formFields } from '../core/inputs/form-fields.ts';
import { timestamp } from '../core/inputs/times.ts';
import { publicEvent } from '../events/events.ts';
import { fullName, password, username, volunteerName } from '../login/auth.ts';
import { accountAddress } from './accounts.ts';

/** The event dialog's form for a new volunteer. */
export const eventVolunteerForm = z.object({
  name: volunteerName,
  username: username.clone().register(formFields, { label: 'Username / Email' }),
  password,
});

/** The administration's form for a new volunteer. */
export const volunteerForm = z.object({ fullName, username, password });

/** The form for editing a volunteer. A blank password keeps the current one. */
export const volunteerEditForm = z.object({
  fullName,
  username,
  email: accountAddress,
  password: z
    .preprocess((typed) => typed || undefined, password.optional())
    .register(formFields, {
      ...formFields.get(password),
      label: 'New Password (optional)',
      hint: 'Leave blank to keep the current password.',
    }),
});

export const volunteerChange = z
  .object({
    name: volunteerName,
    fullName,
    username,
    password,
    email: optionalAddress.describe('Null removes it.'),
  })
  .partial()
  .transform(({ name, fullName, ...rest }) => ({ ...rest, name: fullName ?? name }))
  .meta({ id: 'VolunteerChange' });

const volunteerReference = reference('volunteer-not-found', 'Volunteer is required');

export const assignmentInput = z
  .object({
    id: requestId,
    volunteerId: volunteerReference
      .optional()
      .describe('The UUID of the volunteer; required unless `userId` is given.'),
    userId: volunteerReference.optional().describe('Another name for `volunteerId`.'),
    eventId: reference('event-not-found', 'Event is required'),
  })
  .refine((input) => input.volunteerId !== undefined || input.userId !== undefined, {
    message: 'Volunteer is required',
    path: ['volunteerId'],
  })
  .transform(({ volunteerId, userId, ...others }) => ({
    ...others,
    volunteerId: (volunteerId ?? userId) as string,
  }))
  .meta({ id: 'NewAssignment' });

export const volunteer = z
  .object({
    id,
    name: z.string().nullable().describe('Null if none was given.'),
    username: z.string(),
    email: z.string().nullable().describe('Null if none was given.'),
    createdAt: timestamp,
    manageable: z
      .boolean()
      .describe(
        'True if you may change the account: an event administrator may not if it also works at other events.',
      ),
    credentialsIssuedBy: z
      .array(z.string())
      .describe(
        'The event administrators who issued their credentials, which are revoked at events that these may not access.',
      ),
    loggedInAt: timestamp
      .nullable()
      .describe('The last login; null while logged out, or if you may not change the account.'),
    leadCount: z.int().describe('All leads that the volunteer has collected.'),
    activeEventCount: z.int().describe('Active events that the volunteer is assigned to.'),
    events: z
      .array(
        z.object({
          eventId: id,
          eventName: z.string(),
          leadCount: z.int().describe('Leads that the volunteer has collected there.'),
          assigned: z.boolean().describe('True if the assignment is active.'),
        }),
      )
      .describe('The events that the volunteer is assigned to or has collected leads at.'),
  })
  .meta({ id: 'Volunteer' });

/** The scope of login codes: one volunteer, for ten minutes; or all of an event, until some time of its day. */
export const loginCodesInput = z
  .union([
    z.object({ id: requestId, volunteerId: volunteerReference }),
    z.object({
      id: requestId,
      eventId: reference('event-not-found', 'Event is required'),
      until: z.iso
        .datetime({ offset: true, error: 'Invalid date' })
        .describe('The expiry of the codes, on the day of the event.'),
    }),
  ])
  .meta({ id: 'NewLoginCodes' });

export const loginCodes = z
  .object({
    expiresAt: timestamp,
    codes: z.array(
      z.object({
        volunteerId: id,
        name: z.string().nullable().describe('Null if none was given.'),
        username: z.string(),
        code: z.string().describe('Logs in once, without a password. Shown only in this response.'),
      }),
    ),
  })
  .meta({ id: 'LoginCodes' });

export const assignment = z
  .object({
    id,
    eventId: id,
    volunteerId: id,
    accessRevoked: z.boolean().describe('True if the assignment was revoked.'),
    assignedAt: timestamp,
    revokedAt: timestamp.nullable().describe('Null while it is active.'),
    volunteer: z.object({
      name: z.string().nullable().describe('Null if none was given.'),
      username: z.string(),
    }),
  })
  .meta({ id: 'Assignment' });

export const ownAssignment = assignment
  .omit({ volunteer: true })
  .extend({
    event: publicEvent,
    utcOffset: z
      .int()
      .describe(
        'The current offset of event time from UTC in minutes, so that a phone knows its day without a network.',
      ),
    leadsOfOthers: z.int().describe('Leads that the rest of the team has collected at the event.'),
  })
  .meta({ id: 'OwnAssignment' });

export type AssignmentInput = z.infer<typeof assignmentInput>;
export type Volunteer = z.infer<typeof volunteer>;
export type LoginCodesInput = z.infer<typeof loginCodesInput>;
export type LoginCodes = z.infer<typeof loginCodes>;
export type Assignment = z.infer<typeof assignment>;
export type OwnAssignment = z.infer<typeof ownAssignment>;
