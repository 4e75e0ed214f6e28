import { z } from 'zod';
import { fieldProblems } from './field-problems.ts';
import { PHONE_NOT_VALID, PHONE_TOO_SHORT } from './phone.ts';
import { SECOND_FACTOR_REQUIRED } from './second-factor.ts';

/**
 * All expected problems: a stable code, the HTTP status, and the sentence that a person reads. This is the
 * only such table.
 */
export const problems = {
  'invalid-input': [400, 'Something in the request is not valid'],
  'phone-too-short': [400, PHONE_TOO_SHORT],
  'phone-not-valid': [400, PHONE_NOT_VALID],
  'second-factor-not-confirmed': [400, fieldProblems['app-code-wrong'][0]],
  'password-easy-to-guess': [400, fieldProblems['password-easy-to-guess'][0]],
  'password-unchanged': [400, fieldProblems['password-unchanged'][0]],
  'malformed-request': [400, 'The request could not be understood'],
  'not-signed-in': [401, 'Please sign in to continue'],
  'invalid-credentials': [401, 'Invalid credentials'],
  'second-factor-required': [401, SECOND_FACTOR_REQUIRED],
  'second-factor-wrong': [401, fieldProblems['app-code-wrong'][0]],
  'recovery-code-wrong': [401, fieldProblems['recovery-code-wrong'][0]],
  'wrong-password': [403, fieldProblems['wrong-password'][0]],
  'administrators-only': [403, 'Only administrators can do this'],
  'not-assigned': [403, 'You are not assigned to this event'],
  'route-not-found': [404, 'There is nothing here'],
  'event-not-found': [404, 'Event not found'],
  'lead-not-found': [404, 'Lead not found'],
  'prize-not-found': [404, 'Prize not found'],
  'sponsor-not-found': [404, 'Sponsor not found'],
  'volunteer-not-found': [404, 'Volunteer not found'],
  'draw-not-found': [404, 'Draw not found'],
  'account-not-found': [404, 'Account not found'],
  'session-not-found': [404, 'Session not found'],
  'assignment-not-found': [404, 'Assignment not found'],
  'import-not-found': [404, 'This import no longer exists. Please start again.'],
  'request-too-slow': [408, 'The request took too long to arrive. Please try again.'],
  'username-taken': [409, fieldProblems['username-taken'][0]],
  'last-administrator': [409, 'The last administrator cannot be disabled'],
  'second-factor-on': [409, 'The second factor is already on'],
  'second-factor-off': [409, 'The second factor is off'],
  'second-factor-not-started': [409, 'Start the set-up again to get a new key'],
  'already-assigned': [409, 'Volunteer is already assigned to this event'],
  'event-ended': [409, 'This event has ended'],
  'lead-id-reused': [409, 'This lead id was already used for other details'],
  'entry-code-used': [409, 'This entry code is already in use. Please try again.'],
  'lead-deleted': [409, 'This lead has been deleted'],
  'lead-not-pending': [409, 'Only pending leads can be verified'],
  'lead-already-verified': [
    409,
    'This lead has already been verified. Ask an administrator to change it.',
  ],
  'lead-not-verified': [409, 'Only verified leads can be promoted'],
  'lead-not-reversible': [409, 'A lead cannot go back to pending'],
  'lead-won': [409, 'This lead has won. Its details can no longer be changed'],
  'prize-already-drawn': [409, 'This prize has already been drawn'],
  'prize-not-deletable': [409, 'This prize has been drawn and cannot be deleted'],
  'prize-fixed': [409, 'This prize has been drawn and can no longer be changed'],
  'prizes-changed': [409, 'The prizes have changed. Please try again.'],
  'nobody-eligible': [409, 'No eligible verified leads to draw from'],
  'draw-sealed': [409, 'A sealed draw is waiting. Draw it or void it first.'],
  'country-fixed': [409, 'This event has held a draw. Its country can no longer be changed.'],
  'nothing-sealed': [409, 'There is no sealed draw'],
  'already-forfeited': [409, 'This win has already been forfeited'],
  'draw-void': [409, 'This draw was void and has no winner'],
  'lead-sealed': [409, 'This event has a sealed draw. Draw it or void it first.'],
  'prize-sealed': [409, 'This prize is in a sealed draw. Draw it or void it first.'],
  'import-id-reused': [409, 'This import id was already used. Please start again.'],
  'import-finished': [409, 'This import has already finished'],
  'import-committing': [409, 'The leads of this import are being written'],
  'import-incomplete': [409, 'Some rows are missing. Please start again.'],
  'import-outdated': [409, "The event's country has changed. Please start again."],
  'too-many-sponsors': [409, 'This event has 60 sponsors, and cannot have more'],
  'too-large': [413, 'The request is too large'],
  'logo-too-large': [413, 'The logo is too large: 1 MiB at most'],
  'logos-too-large': [413, 'The logos of this event are too large together: 12 MiB at most'],
  'unsupported-media-type': [415, 'Send the request as JSON'],
  'too-many-requests': [429, 'Too many requests. Please wait a moment and try again.'],
  'too-many-logins': [429, 'Too many failed log-ins. Please wait a moment and try again.'],
  'too-many-wrong-passwords': [429, 'Too many wrong passwords. Please wait a moment.'],
  'too-many-wrong-codes': [429, 'Too many wrong codes. Please wait a moment.'],
  'headers-too-large': [431, 'The request headers are too large'],
  unexpected: [500, 'Something went wrong on our side. Please try again.'],
  'too-many-watching': [503, 'Too many people are watching. Please try again in a moment.'],
  'too-busy': [503, 'Too many entries are coming in at once. Please try again in a moment.'],
  'not-writable': [503, 'Nothing can be saved at the moment. Please try again in a moment.'],
  'database-away': [503, 'The service is briefly unavailable. Please try again in a moment.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;

export type ProblemCode = keyof typeof problems;

export const fieldProblem = z
  .object({ field: z.string(), message: z.string() })
  .meta({ id: 'FieldProblem' });

/** The body of an error for programs that ask for `application/problem+json` (RFC 9457). */
export const problemDocument = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
    fields: z.array(fieldProblem).optional(),
  })
  .meta({ id: 'Problem' });

export type FieldProblem = z.infer<typeof fieldProblem>;
export type ProblemDocument = z.infer<typeof problemDocument>;
