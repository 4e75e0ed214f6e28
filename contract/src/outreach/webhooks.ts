import { z } from 'zod';
import { adminLead } from '../collecting/leads.ts';
import { id, reference } from '../core/ids.ts';
import { formFields } from '../core/inputs/form-fields.ts';
import { timestamp } from '../core/inputs/times.ts';
import { cursor, pageLimit } from '../core/paging.ts';
import type { Scope } from '../core/scopes.ts';
import { english } from '../languages/english.ts';
import { passwordConfirmation } from '../login/auth.ts';
import { winner } from '../raffle/winners.ts';

/**
 * The owner of a token or webhook. It is revoked when the owner's account is disabled, unless another administrator
 * takes it over.
 */
export const owner = z.object({ id, name: z.string() }).nullable();

/** The kinds of messages, named by the Standard Webhooks conventions. */
export const webhookKinds = english({
  'lead.created': 'A lead was added',
  'lead.changed': 'A lead was changed',
  'lead.verified': 'A lead was verified',
  'lead.promoted': 'A lead was promoted',
  'lead.deleted': 'A lead was deleted or left the event',
  'lead.erased': 'A lead was erased permanently: erase your copy',
  'winner.drawn': 'A winner was drawn',
  'winner.forfeited': 'A prize was released',
  'winner.handed_over': 'A prize was handed over',
  'import.finished': 'Leads were imported from a file',
});

type WebhookKind = keyof typeof webhookKinds;
export const webhookKindNames = Object.keys(webhookKinds) as [WebhookKind, ...WebhookKind[]];
const deliveryKind = z.enum([...webhookKindNames, 'test']);
type DeliveryKind = z.infer<typeof deliveryKind>;

/** The scope that a token needs to subscribe to a kind. */
export const requiredScope = (kind: WebhookKind): Scope =>
  kind.startsWith('winner.') ? 'draws:read' : 'leads:read';

/** The reasons why a webhook is disabled. */
export const disabledReasons = english({
  person: 'Disabled by an administrator',
  gone: 'The receiver responded with 410 (Gone)',
  failing: 'No delivery succeeded for three days',
});

export const WEBHOOKS_MAX = 20;
/** The limit per token, so that one token cannot use up the server's limit. */
export const WEBHOOKS_PER_TOKEN = 5;
const URL_MAX = 1000;
const ADDRESS = 'Enter an address that begins with https:// or http://';
const KINDS = 'Choose which events to send';

/** A web address, as browsers normalise it. Credentials in it would end up in logs. */
const webAddress = z
  .string(ADDRESS)
  .trim()
  .max(URL_MAX, { error: 'The address is too long', abort: true })
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), {
    error: ADDRESS,
    abort: true,
  })
  .refine((text) => !new URL(text).username && !new URL(text).password, {
    error: 'The address must not contain a user name or password',
    abort: true,
  })
  .overwrite((text) => new URL(text).href)
  .max(URL_MAX, 'The address is too long')
  .register(formFields, {
    label: 'Address',
    hint: 'Where to send, such as https://crm.example.com/leads',
    type: 'url',
    inputMode: 'url',
  })
  .describe(
    `An \`http://\` or \`https://\` address without user name and password, at most ${URL_MAX} characters.`,
  );

export const webhookForm = z.object({
  url: webAddress,
  kinds: z
    .array(z.enum(webhookKindNames, 'There is no such kind'), KINDS)
    .min(1, KINDS)
    .max(webhookKindNames.length, 'There is no such kind')
    .describe('The kinds of messages to send.'),
  eventId: reference('event-not-found')
    .nullish()
    .describe('The only event whose messages are sent; null or missing means all.'),
});

export const webhookInput = webhookForm
  .extend({
    id: passwordConfirmation.shape.id,
    currentPassword: passwordConfirmation.shape.currentPassword.optional(),
  })
  .meta({ id: 'NewWebhook' });

export const webhookChange = webhookForm
  .extend({
    disabled: z
      .boolean('Disabled must be true or false')
      .describe('True disables it, false enables it again.'),
    currentPassword: passwordConfirmation.shape.currentPassword.describe(
      'Your own password, or a confirmation without one. Required for users who change the address; tokens need none.',
    ),
  })
  .partial()
  .meta({ id: 'WebhookChange' });

export const webhook = z
  .object({
    id,
    url: z.string().describe('The address that messages are sent to.'),
    kinds: z.array(z.enum(webhookKindNames)).describe('The kinds of messages that are sent.'),
    eventId: id.nullable().describe('The only event whose messages are sent; null means all.'),
    createdAt: timestamp,
    owner: owner.describe(
      'The account or token that owns it, and with which it is deleted; null if unknown.',
    ),
    failingSince: timestamp
      .nullable()
      .describe(
        'The time of the first failure since the last success; null if the last delivery succeeded.',
      ),
    disabledAt: timestamp.nullable().describe('Null while it is enabled.'),
    disabledBecause: z
      .enum(Object.keys(disabledReasons) as (keyof typeof disabledReasons)[])
      .nullable()
      .describe(
        'The reason: an administrator, a response with status 410, or three days without a successful delivery; null while it is enabled.',
      ),
    previousSecretUntil: timestamp
      .nullable()
      .describe(
        'The time until which messages are also signed with the previous secret; null if there is none.',
      ),
  })
  .meta({ id: 'Webhook' });

/** The only response with the secret itself. */
export const newWebhook = webhook
  .extend({ secret: z.string().describe('Signs the messages. Shown only in this response.') })
  .meta({ id: 'WebhookWithSecret' });

export const delivery = z
  .object({
    id,
    kind: deliveryKind,
    createdAt: timestamp,
    state: z.enum(['waiting', 'delivered', 'failed']),
    attempts: z.int().describe('The number of attempts.'),
    dueAt: timestamp.describe('The time of the next attempt, if the delivery is waiting.'),
    status: z.int().nullable().describe('The HTTP status of the last attempt; null without one.'),
    response: z
      .string()
      .nullable()
      .describe("The beginning of the receiver's last response; null if there was none."),
    error: z.string().nullable().describe('The error of the last attempt; null if there was none.'),
    payload: z
      .string()
      .nullable()
      .describe('The body that is sent; null if the person was deleted or erased.'),
  })
  .meta({ id: 'Delivery' });

export const deliveriesQuery = z.object({ limit: pageLimit(100).default(20), cursor });

const ids = z.object({ id, eventId: id });

const leadOrIds = z.union([adminLead, ids]);
const winnerOrIds = z.union([ids.extend(winner.shape), ids]);

/** The data of messages, by kind. For a deleted lead or an erased winner it is the ids alone. */
const payloadData = {
  'lead.created': leadOrIds,
  'lead.changed': leadOrIds,
  'lead.verified': leadOrIds,
  'lead.promoted': leadOrIds,
  'lead.deleted': ids,
  'lead.erased': ids,
  'winner.drawn': winnerOrIds,
  'winner.forfeited': winnerOrIds,
  'winner.handed_over': winnerOrIds,
  'import.finished': z.union([
    ids.extend({
      imported: z.int().describe('Rows that became leads.'),
      leftOut: z.int().describe('Rows that were left out.'),
    }),
    ids,
  ]),
  test: z.object({ webhookId: id }),
} satisfies Record<DeliveryKind, z.ZodType>;

export interface WebhookPayload {
  type: DeliveryKind;
  timestamp: string;
  data: z.infer<(typeof payloadData)[DeliveryKind]>;
}

/** The schema's name in the API description: `lead.created` becomes LeadCreatedMessage. */
const messageName = (kind: string) =>
  `${kind.replace(/(?:^|[._])(\w)/g, (_, letter) => letter.toUpperCase())}Message`;

export const webhookPayloads = Object.fromEntries(
  Object.entries(payloadData).map(([kind, data]) => [
    kind,
    z
      .object({
        type: z.literal(kind),
        timestamp: timestamp.describe('The time of the change.'),
        data: data.describe('Only ids if the lead was deleted or the winner erased.'),
      })
      .meta({ id: messageName(kind) }),
  ]),
) as unknown as Record<DeliveryKind, z.ZodType<WebhookPayload>>;

export type Webhook = z.infer<typeof webhook>;
export type NewWebhook = z.infer<typeof newWebhook>;
export type WebhookInput = z.infer<typeof webhookInput>;
export type WebhookChange = z.infer<typeof webhookChange>;
export type Delivery = z.infer<typeof delivery>;
