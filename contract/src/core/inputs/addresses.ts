import { z } from 'zod';
import {
  EMAIL_MAX,
  EMAIL_NOT_VALID,
  EMAIL_TYPED_MAX,
  emailProblem,
  normaliseEmail,
} from './form-rules.ts';

const typedAddress = z
  .string(EMAIL_NOT_VALID)
  .trim()
  .max(EMAIL_TYPED_MAX, { error: EMAIL_NOT_VALID, abort: true })
  .overwrite(normaliseEmail)
  .max(EMAIL_MAX, EMAIL_NOT_VALID)
  .refine((value) => emailProblem(value) === undefined, EMAIL_NOT_VALID);

/** An e-mail address, in lower case. */
export const address = typedAddress.min(1, EMAIL_NOT_VALID);

/** An e-mail address or null; blank means null. */
export const optionalAddress = typedAddress.nullable().transform((value) => value || null);
