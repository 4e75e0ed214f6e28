import { mailCalls } from '@drawbridge/contract/outreach/calls/mail';
import { labelOf } from '../../core/change/audit-log.ts';
import { feature, type Services } from '../../core/feature.ts';
import { Problem } from '../../errors.ts';
import { requireEvent } from '../../events/events/store.ts';
import { sampleEmails } from './email-templates.ts';
import {
  countMails,
  listTroubledMails,
  listWinnerMails,
  queueLogInLink,
  queueTest,
  queueWinnerMail,
} from './store.ts';

/** Adds the mail worker, if the operator has set a mail server; `wake` tells it that mail is queued. */
export interface MailServices extends Services {
  mail: { wake(): void } | undefined;
}

export function requireMail(mail: MailServices['mail']): NonNullable<MailServices['mail']> {
  if (!mail) throw new Problem('mail-off');
  return mail;
}

export const mail = feature(mailCalls, ({ db, settings, mail }: MailServices) => ({
  getMailStatus: async () => {
    const { from } = settings.mail ?? {};
    const [{ mails }, troubled] = await Promise.all([countMails(db), listTroubledMails(db)]);
    const named = from && (from.name ? `${from.name} <${from.address}>` : from.address);
    const texts = sampleEmails(settings.publicUrl ?? 'https://raffle.example.org');
    return { on: from !== undefined, from: named ?? null, waiting: mails, troubled, texts };
  },
  testMail: async ({ change }) => {
    const worker = requireMail(mail);
    const queued = await change((tx, user) => queueTest(tx, user.id), {});
    worker.wake();
    return queued;
  },
  mailLogInLink: async ({ params: { volunteerId }, change }) => {
    const worker = requireMail(mail);
    const queued = await change(
      (tx) => queueLogInLink(tx, volunteerId),
      ({ id, ...account }) => ({ subject: { id, name: labelOf(account) } }),
    );
    worker.wake();
    return queued;
  },
  getWinnerMails: async ({ params: { eventId } }) => {
    await requireEvent(db, eventId);
    return listWinnerMails(db, eventId);
  },
  mailWinner: async ({ params: { eventId, number }, body: { email, place }, change }) => {
    const worker = requireMail(mail);
    const queued = await change((tx) => queueWinnerMail(tx, { eventId, number, place, email }), {
      eventId,
      details: { draw: number },
    });
    worker.wake();
    return queued;
  },
}));
