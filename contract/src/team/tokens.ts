import { z } from 'zod';
import { id, reference } from '../core/ids.ts';
import { formFields } from '../core/inputs/form-fields.ts';
import { singleLine } from '../core/inputs/text.ts';
import { timestamp } from '../core/inputs/times.ts';
import { scopeNames } from '../core/scopes.ts';
import { passwordConfirmation } from '../login/auth.ts';
import { owner } from '../outreach/webhooks.ts';

/** The prefix of every token, so that people and scanners of leaked secrets recognise it. */
export const TOKEN_PREFIX = 'drawbridge_';

const tokenName = singleLine({ label: 'Name', required: 'Name is required', min: 1, max: 60 })
  .register(formFields, { label: 'Name', hint: 'Such as the program that will use it' })
  .describe('1 to 60 characters, such as the program that uses it.');

export const tokenForm = z.object({
  name: tokenName,
  scopes: z
    .array(z.enum(scopeNames, 'There is no such scope'), 'Choose what the token may do')
    .min(1, 'Choose what the token may do')
    .max(scopeNames.length, 'There is no such scope')
    .describe('The scopes of the token.'),
  eventId: reference('event-not-found')
    .nullish()
    .describe('The only event that the token may use; null or missing means all.'),
  expiresAt: z.iso
    .datetime({ offset: true, error: 'Invalid date', abort: true })
    .refine((text) => Date.parse(text) > Date.now(), 'The end must be in the future')
    .nullish()
    .describe('The time of expiry; null or missing means never.'),
});

export const tokenInput = tokenForm.extend(passwordConfirmation.shape).meta({ id: 'NewToken' });

export const token = z
  .object({
    id,
    name: z.string(),
    scopes: z.array(z.enum(scopeNames)).describe('The scopes of the token.'),
    eventId: id.nullable().describe('The only event that it may use; null means all.'),
    createdAt: timestamp,
    expiresAt: timestamp.nullable().describe('The time of expiry; null means never.'),
    lastUsedAt: timestamp.nullable().describe('Null if it was never used.'),
    confirmed: z
      .boolean()
      .describe(
        'False if it was restored from a backup; it works again once an administrator confirms it.',
      ),
    owner: owner.describe(
      'The account that owns it, and with which it is revoked; null if unknown.',
    ),
  })
  .meta({ id: 'Token' });

/** The only response with the secret itself. */
export const newToken = token
  .extend({
    secret: z.string().describe('Sent as `Authorization: Bearer …`. Shown only in this response.'),
  })
  .meta({ id: 'TokenWithSecret' });

export type Token = z.infer<typeof token>;
export type NewToken = z.infer<typeof newToken>;
export type TokenInput = z.infer<typeof tokenInput>;
