import { z } from 'zod';
import { hash, requestId } from '../core/ids.ts';
import { answersToRollCall, rollCallNumber } from '../fair-draw/draws.ts';
import { readEntryCode } from '../fair-draw/entry-code.ts';

const DIGITS = 'Enter the four digits of the roll call';

/** The digits are in no public response. */
const digits = z
  .string(DIGITS)
  .trim()
  .regex(/^\d{4}$/, DIGITS)
  .describe('The four digits that the wall shows while the roll call is open.');

/** An open roll call, as everybody sees it. */
export const openRollCall = z
  .object({
    rollCall: rollCallNumber,
    here: z.int().describe('The number of people in the next draw who have answered it.'),
  })
  .meta({ id: 'OpenRollCall' });

/** An open roll call for organisers: with its digits, and the number of leads per way of answering. */
export const organisersRollCall = openRollCall
  .extend({ digits: z.string(), ...answersToRollCall })
  .meta({ id: 'OrganisersRollCall' });

/** The open roll call, or null. */
export const currentRollCall = z
  .object({
    current: z
      .union([organisersRollCall, openRollCall])
      .nullable()
      .describe('Null if none is open.'),
  })
  .meta({ id: 'CurrentRollCall' });

export const rollCallInput = z.object({ id: requestId }).meta({ id: 'NewRollCall' });

/** The response to opening a roll call. */
export const openedRollCall = organisersRollCall
  .pick({ rollCall: true, digits: true, here: true })
  .meta({ id: 'OpenedRollCall' });

/** The response to closing a roll call. */
export const closedRollCall = openRollCall.meta({ id: 'ClosedRollCall' });

/** 'I am here', from the holder of an entry code. */
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
export const hereResponse = z
  .object({ rollCall: rollCallNumber, ticket: hash })
  .meta({ id: 'Here' });

export type OpenRollCall = z.infer<typeof openRollCall>;
export type OrganisersRollCall = z.infer<typeof organisersRollCall>;
export type CurrentRollCall = z.infer<typeof currentRollCall>;
export type OpenedRollCall = z.infer<typeof openedRollCall>;
export type Here = z.infer<typeof hereResponse>;
