import { z } from 'zod';
import { type ProblemCode, problems } from './errors.ts';
import { reference, ticketReference } from './ids.ts';

/** A parameter's name implies its resource, except for these. */
const named: Record<string, string> = { number: 'draw', ticket: 'ticket', userId: 'volunteer' };

/** The 404 problem of a parameter that is a resource id. */
function missing(name: string): ProblemCode | undefined {
  const thing = named[name] ?? /^(\w+)Id$/.exec(name)?.[1];
  return thing === undefined ? undefined : (`${thing}-not-found` as ProblemCode);
}

/** Parameters that are not UUIDs. */
const others = {
  file: z.string().describe('The name of the file in the address of a picture.'),
  hash: z.string().describe('The hash in the address of a logo.'),
  id: z.string(),
  shortCode: z.string(),
  ticket: ticketReference,
  number: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    // Anything other than a number means that the draw was not found.
    .catch(0)
    .describe(
      "The number of the draw in the event's record, from 1; without one, `draw-not-found`.",
    ),
  bucket: z.coerce
    .number()
    .int()
    .min(0)
    .max(255)
    .catch(-1)
    .describe('The first byte of the tickets, from 0 to 255.'),
};

type NamesIn<Path> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | NamesIn<`/${More}`>
    : Rest
  : never;

/** The types of a path's parameters. */
export type ParamsOf<Path> = {
  [Name in NamesIn<Path>]: Name extends keyof typeof others
    ? z.output<(typeof others)[Name]>
    : Name extends `${string}Id`
      ? string
      : never;
};

const namesIn = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

export function paramSchemas(path: string): z.ZodType | undefined {
  const fields = namesIn(path).map((name) => [name, parameter(name)]);
  return fields.length > 0 ? z.object(Object.fromEntries(fields)) : undefined;
}

function parameter(name: string): z.ZodType {
  if (name in others) return others[name as keyof typeof others];
  const problem = missing(name);
  if (!problem || !(problem in problems)) throw new Error(`Nothing says what '${name}' names`);
  return reference(problem);
}

/** The 404 problems of a path's parameters. */
export function notFoundProblems(path: string): ProblemCode[] {
  return namesIn(path).flatMap((name) => missing(name) ?? []);
}
