import { z } from 'zod';
import { hash, requestId } from '../core/ids.ts';
import { answersToRollCall, rollCallNumber } from '../fair-draw/draws.ts';
import { readEntryCode } from '../fair-draw/entry-code.ts';

const DIGITS = 'Enter the four digits of the roll call';

/** They are in no public answer. */
const digits = z
  .string(DIGITS)
  .trim()
  .regex(/^\d{4}$/, DIGITS)
  .describe('The four digits that the wall shows while the roll call is open.');

/** A roll call while it is open, for everybody. */
export const openRollCall = z
  .object({
    rollCall: rollCallNumber,
    here: z.int().describe('How many people in the next draw have answered it.'),
  })
  .meta({ id: 'OpenRollCall' });

/** The same for organisers: with its digits, and how many leads have answered in each way. */
export const organisersRollCall = openRollCall
  .extend({ digits: z.string(), ...answersToRollCall })
  .meta({ id: 'OrganisersRollCall' });

/** The roll call that is open, if one is. */
export const currentRollCall = z
  .object({
    current: z
      .union([organisersRollCall, openRollCall])
      .nullable()
      .describe('Null if none is open.'),
  })
  .meta({ id: 'CurrentRollCall' });

export const rollCallInput = z.object({ id: requestId }).meta({ id: 'NewRollCall' });

/** The answer to the organiser who has opened one. */
export const openedRollCall = organisersRollCall
  .pick({ rollCall: true, digits: true, here: true })
  .meta({ id: 'OpenedRollCall' });

/** The answer to the organiser who has closed one. */
export const closedRollCall = openRollCall.meta({ id: 'ClosedRollCall' });

/** 'I am here', by somebody who holds an entry code. */
export const hereInput = z
  .object({
    entryCode: z
      .string('The entry code is not valid')
      .refine((typed) => readEntryCode(typed) !== undefined, 'The entry code is not valid')
      .describe("The entry code of the lead's ticket."),
    digits,
  })
  .meta({ id: 'HereRequest' });

/** The roll call that a lead has answered, with the lead's ticket. */
export const hereAnswer = z.object({ rollCall: rollCallNumber, ticket: hash }).meta({ id: 'Here' });

export type OpenRollCall = z.infer<typeof openRollCall>;
export type OrganisersRollCall = z.infer<typeof organisersRollCall>;
export type CurrentRollCall = z.infer<typeof currentRollCall>;
export type OpenedRollCall = z.infer<typeof openedRollCall>;
export type Here = z.infer<typeof hereAnswer>;
