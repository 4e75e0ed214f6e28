import { z } from 'zod';
import { id } from './ids.ts';
import { line } from './text.ts';
import { moment } from './times.ts';

export const USERNAME_MIN = 3;
export const USERNAME_MAX = 100;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 200;
export const PERSON_NAME_MAX = 100;

export const roles = ['admin', 'volunteer'] as const;
export type Role = (typeof roles)[number];

export const username = line({
  label: 'Username',
  required: `Username must be at least ${USERNAME_MIN} characters`,
  min: USERNAME_MIN,
  max: USERNAME_MAX,
});

export const password = z
  .string(`Password must be at least ${PASSWORD_MIN} characters`)
  .min(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, 'Password is too long');

/** The rule of the admin screen, which sends `fullName`. */
export const fullName = line({
  label: 'Full name',
  required: 'Full name is required',
  min: 1,
  max: PERSON_NAME_MAX,
});

/** The rule of the event dialog, which sends `name`. */
export const volunteerName = line({
  label: 'Name',
  required: 'Name must be at least 2 characters',
  min: 2,
  max: PERSON_NAME_MAX,
});

export const credentials = z.object({ username, password }).meta({ id: 'Credentials' });

export const loginInput = credentials
  .extend({
    /** A random id that the browser keeps, so that guesses elsewhere do not stop a known device. */
    device: id.optional(),
  })
  .meta({ id: 'Login' });

export const registration = z
  .object({
    name: volunteerName.optional(),
    fullName: fullName.optional(),
    username,
    password,
    role: z.literal('volunteer', 'Only volunteers can be registered').optional(),
  })
  .refine((given) => given.name !== undefined || given.fullName !== undefined, {
    message: 'Full name is required',
    path: ['fullName'],
  })
  .transform(({ name, fullName, username, password }) => ({
    name: (fullName ?? name) as string,
    username,
    password,
  }))
  .meta({ id: 'Registration' });

export const sessionUser = z
  .object({ id, username: z.string(), name: z.string().nullable(), role: z.enum(roles) })
  .meta({ id: 'SessionUser' });

export const loginAnswer = z
  .object({ token: z.string(), user: sessionUser })
  .meta({ id: 'LoginAnswer' });

export const registrationAnswer = z
  .object({ user: sessionUser.extend({ createdAt: moment }) })
  .meta({ id: 'RegistrationAnswer' });

export const logoutAnswer = z.object({ ok: z.literal(true) }).meta({ id: 'LogoutAnswer' });

export type Credentials = z.infer<typeof credentials>;
export type Registration = z.infer<typeof registration>;
export type SessionUser = z.infer<typeof sessionUser>;
export type LoginAnswer = z.infer<typeof loginAnswer>;
export type RegistrationAnswer = z.infer<typeof registrationAnswer>;
