import { z } from 'zod';
import { loginInput } from './auth.ts';

/** The login methods of this server besides a password, and whether a forgotten one can be replaced by mail. */
export const loginMethods = z
  .object({
    signOn: z
      .string()
      .nullable()
      .meta({ description: 'The name of the provider, if there is one' }),
    mail: z.boolean().meta({ description: 'True if the server sends mail' }),
  })
  .meta({ id: 'LoginMethods' });

export const signOnStart = z
  .object({
    url: z
      .string()
      .meta({ description: 'The address at which the provider asks the person to log in' }),
    secret: z
      .string()
      .meta({ description: 'Stays in the browser; only this browser can finish the login' }),
  })
  .meta({ id: 'SignOnStart' });

export const loginBySignOnInput = z
  .object({
    secret: z
      .string('The secret is missing')
      .max(100, 'The secret is too long')
      .describe('The `secret` of the start of this login.'),
    response: z
      .string("The provider's response is missing")
      .max(8000, "The provider's response is too long")
      .describe('The query with which the provider sent the browser back.'),
    device: loginInput.shape.device,
  })
  .meta({ id: 'LoginBySignOn' });

export type LoginMethods = z.infer<typeof loginMethods>;
export type LoginBySignOn = z.infer<typeof loginBySignOnInput>;
