import { z } from 'zod';
import { id, requestId } from '../core/ids.ts';
import { address } from '../core/inputs/addresses.ts';
import { timestamp } from '../core/inputs/times.ts';
import { winnerIndex } from '../fair-draw/draws.ts';
import { english } from '../languages/english.ts';

/** The kinds of mail. */
export const mailKinds = english({
  receipt: 'Receipt for an entry',
  won: 'Email to a winner',
  login: 'Login link for a volunteer',
  password: 'Link for a new password',
  invitation: 'Invitation',
  test: 'Test email',
});

export type MailKind = keyof typeof mailKinds;
const mailKind = z.enum(Object.keys(mailKinds) as [MailKind, ...MailKind[]]);

const mailStates = ['waiting', 'sent', 'bounced', 'failed'] as const;

const outcome = {
  state: z
    .enum(mailStates)
    .describe('`bounced` was refused for good; `failed` could not be sent within three days.'),
  at: timestamp.describe('The time of the last attempt, or of queueing if there was none.'),
  error: z
    .string()
    .nullable()
    .describe('The last error of the mail server or the connection to it; null if there was none.'),
};

export const mailStatus = z
  .object({
    on: z.boolean().describe('True if the operator has set a mail server.'),
    from: z.string().nullable().describe("The sender's address; null without a mail server."),
    waiting: z.int().describe('Messages that wait for their first or next attempt.'),
    troubled: z
      .array(
        z.object({
          id,
          kind: mailKind,
          to: z
            .string()
            .nullable()
            .describe("The recipient's address; null if the person was deleted."),
          attempts: z.int().describe('The number of attempts.'),
          ...outcome,
        }),
      )
      .describe('The last messages that bounced, failed or have failed at least once.'),
    texts: z
      .array(
        z.object({
          kind: mailKind,
          subject: z.string(),
          text: z.string().describe('The text of the message, without formatting.'),
        }),
      )
      .describe('A sample of each kind of mail, in English.'),
  })
  .meta({ id: 'MailStatus' });

/** The state of the mail to a winner. `unwanted`: the winner unsubscribed from the event's mail before getting it. */
export const winnerMail = z
  .object({
    number: z.int().describe("The number of the draw in the event's record, from 1."),
    place: z.int().describe('The index of the winner, from 0.'),
    ...outcome,
    state: z
      .enum([...mailStates, 'unwanted'])
      .describe("`unwanted` if the winner had unsubscribed from the event's mail."),
  })
  .meta({ id: 'WinnerMail' });

/** The body includes the address that the organiser has seen, so that nobody else gets the mail. */
export const winnerMailInput = z
  .object({
    id: requestId,
    place: winnerIndex.describe('The index of the winner, from 0.'),
    email: address.describe(
      "The winner's address as you have seen it: if it has changed, nothing is sent.",
    ),
  })
  .meta({ id: 'NewWinnerMail' });

export const mailQueued = z
  .object({ to: z.string().describe("The recipient's address.") })
  .meta({ id: 'MailQueued' });

export type MailStatus = z.infer<typeof mailStatus>;
export type WinnerMail = z.infer<typeof winnerMail>;
