import { z } from 'zod';
import type { ProblemCode } from '../errors.ts';
import { reference, ticketReference } from '../ids.ts';

/** What paths name, by the names of their parameters, with the problem of one that names nothing. */
const things = {
  accountId: 'account-not-found',
  assignmentId: 'assignment-not-found',
  deliveryId: 'delivery-not-found',
  eventId: 'event-not-found',
  importId: 'import-not-found',
  leadId: 'lead-not-found',
  number: 'draw-not-found',
  passkeyId: 'passkey-not-found',
  prizeId: 'prize-not-found',
  sessionId: 'session-not-found',
  sponsorId: 'sponsor-not-found',
  ticket: 'ticket-not-found',
  tokenId: 'token-not-found',
  userId: 'volunteer-not-found',
  volunteerId: 'volunteer-not-found',
  webhookId: 'webhook-not-found',
} as const satisfies Record<string, ProblemCode>;

/** Parameters that are no UUIDs. */
const others = {
  hash: z.string(),
  id: z.string(),
  shortCode: z.string(),
  ticket: ticketReference,
  number: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    // Anything other than a draw's number means that the draw was not found.
    .catch(0),
};

type NamesIn<Path> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | NamesIn<`/${More}`>
    : Rest
  : never;

/** What the parameters of a path are, by their names. */
export type ParamsOf<Path> = {
  [Name in NamesIn<Path>]: Name extends keyof typeof others
    ? z.output<(typeof others)[Name]>
    : Name extends keyof typeof things
      ? string
      : never;
};

const namesIn = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

export function paramsOf(path: string): z.ZodType | undefined {
  const fields = namesIn(path).map((name) => [name, parameter(name)]);
  return fields.length > 0 ? z.object(Object.fromEntries(fields)) : undefined;
}

function parameter(name: string): z.ZodType {
  if (name in others) return others[name as keyof typeof others];
  return reference(things[name as keyof typeof things]);
}

/** The problems of a path that names something which does not exist. */
export function missingOf(path: string): ProblemCode[] {
  return namesIn(path).flatMap((name) => things[name as keyof typeof things] ?? []);
}
