import {
  loginCodePath,
  PRODUCT_NAME,
  pages,
  passwordPath,
  rafflePath,
} from '@drawbridge/contract/core/pages';
import { dayWithWeekday } from '@drawbridge/contract/languages/days';
import { DEFAULT_LANGUAGE, type Language } from '@drawbridge/contract/languages/languages';
import type { Role } from '@drawbridge/contract/login/auth';
import type { MailKind, MailStatus } from '@drawbridge/contract/outreach/mail';
import { ticketName } from '@drawbridge/contract/raffle/ticket-names';
import { textsIn } from '../../http/languages.ts';
import { type Email, type Fact, writeText } from './email-layout.ts';

/** The facts in both mails to entrants. */
export interface Entry {
  language: Language;
  eventId: string;
  /** The event's name, in the mail's language if the organiser has translated it. */
  event: string;
  date: string;
  location: string;
  ticket: string;
  /** True if they entered themselves; otherwise they have no device with a ticket. */
  ownDevice: boolean;
  subscriptionId: string;
  logo: string | null;
  accent: string | null;
}

export interface Win extends Entry {
  prizeName: string | null;
  organiser: string | null;
  privacyUrl: string | null;
}

/** A link with a code, in the language of the person who requested it. */
interface CodeLink {
  language: Language;
  code: string;
}

/**
 * Writes the receipt. It contains no text that a visitor has typed, and no secret: anyone can type any address, and
 * only the device that entered knows the entry code.
 */
export function writeReceipt(entry: Entry, publicUrl: string): Email {
  const { language, eventId, event } = entry;
  const { text } = textsIn(language);
  return {
    language,
    subject: text('mail.receiptSubject', { event }),
    paragraphs: [
      text('mail.receiptIntro'),
      [[text('mail.ticket'), ticketIn(language, entry.ticket)], ...eventFacts(entry)],
      ...(entry.ownDevice ? [text('mail.receiptWhere')] : []),
      text('mail.receiptDraw'),
    ],
    // Links to the raffle, because only the device that entered has the ticket.
    button: { label: text('mail.followDraw'), url: publicUrl + rafflePath(eventId) },
    footer: [text('mail.notYou')],
    brand: brandOf(entry, publicUrl),
    unsubscribe: unsubscribeLink(text('mail.unsubscribe'), publicUrl, entry.subscriptionId),
  };
}

export function writeToWinner(win: Win, publicUrl: string): Email {
  const { language, eventId, event, prizeName, organiser, privacyUrl } = win;
  const { text } = textsIn(language);
  return {
    language,
    subject: text('mail.wonSubject', { event }),
    paragraphs: [
      text('mail.wonIntro'),
      [
        ...(prizeName ? [[text('mail.prize'), prizeName] satisfies Fact] : []),
        [text('mail.ticket'), ticketIn(language, win.ticket)],
        ...eventFacts(win),
        ...(organiser ? [[text('mail.organiser'), organiser] satisfies Fact] : []),
      ],
      text(win.ownDevice ? 'mail.wonHow' : 'mail.wonContact'),
    ],
    button: { label: text('mail.followDraw'), url: publicUrl + rafflePath(eventId) },
    footer: privacyUrl ? [{ label: text('visitor.privacyNotice'), url: privacyUrl }] : [],
    brand: brandOf(win, publicUrl),
    unsubscribe: unsubscribeLink(text('mail.unsubscribe'), publicUrl, win.subscriptionId),
  };
}

export function writeLogInLink(link: CodeLink & { name: string }, publicUrl: string): Email {
  const { language, code, name } = link;
  const { text } = textsIn(language);
  return {
    language,
    subject: text('mail.logInSubject', { product: PRODUCT_NAME }),
    paragraphs: [text('mail.logInIntro')],
    button: { label: text('mail.logIn'), url: publicUrl + loginCodePath(code, name) },
  };
}

export function writePasswordLink(link: CodeLink & { username: string }, publicUrl: string): Email {
  const { language, code, username } = link;
  const { text } = textsIn(language);
  return {
    language,
    subject: text('mail.passwordSubject', { product: PRODUCT_NAME }),
    paragraphs: [text('mail.passwordIntro', { username }), text('mail.passwordOnce')],
    button: { label: text('mail.choosePassword'), url: publicUrl + passwordPath(code) },
    footer: [text('mail.passwordNotYou')],
  };
}

export function writeInvitation(
  link: CodeLink & { username: string; role: Role },
  publicUrl: string,
): Email {
  const { language, code, username, role } = link;
  const { text } = textsIn(language);
  const path = passwordPath(code, { username, who: role === 'volunteer' ? role : undefined });
  return {
    language,
    subject: text('mail.invitationSubject', { product: PRODUCT_NAME }),
    paragraphs: [
      text('mail.invitationIntro', { product: PRODUCT_NAME, username }),
      text('mail.invitationOnce'),
    ],
    button: { label: text('mail.choosePassword'), url: publicUrl + path },
  };
}

export function writeTest(language: Language, publicUrl: string): Email {
  const { text } = textsIn(language);
  return {
    language,
    subject: text('mail.testSubject', { product: PRODUCT_NAME }),
    paragraphs: [text('mail.testText', { address: publicUrl })],
  };
}

/** Samples of all mails for administrators: the same texts, about an invented person. */
export function sampleEmails(publicUrl: string): MailStatus['texts'] {
  const link = { language: DEFAULT_LANGUAGE, code: 'CODE' };
  const win: Win = {
    language: DEFAULT_LANGUAGE,
    eventId: 'EVENT',
    event: 'Winter Fair',
    date: '2026-12-05',
    location: 'Harbour Hall',
    ticket: '0'.repeat(64),
    ownDevice: true,
    subscriptionId: 'ADDRESS',
    ...{ logo: null, accent: null },
    prizeName: 'City bicycle',
    organiser: 'Harbour Traders',
    privacyUrl: null,
  };
  const emails: [kind: MailKind, email: Email][] = [
    ['receipt', writeReceipt(win, publicUrl)],
    ['won', writeToWinner(win, publicUrl)],
    ['login', writeLogInLink({ ...link, name: 'Priya' }, publicUrl)],
    ['password', writePasswordLink({ ...link, username: 'priya' }, publicUrl)],
    ['invitation', writeInvitation({ ...link, username: 'priya', role: 'volunteer' }, publicUrl)],
  ];
  return emails.map(([kind, email]) => ({
    kind,
    subject: email.subject,
    text: writeText(email),
  }));
}

function eventFacts({ language, event, date, location }: Entry): Fact[] {
  const { text } = textsIn(language);
  return [
    [text('mail.event'), event],
    [text('mail.date'), dayWithWeekday(date, text)],
    [text('mail.location'), location],
  ];
}

/** The brand of a mail. The logo is included only over HTTPS, because most mail programs show no other pictures. */
const brandOf = ({ logo, accent }: Entry, publicUrl: string) => ({
  accent,
  logo: logo && publicUrl.startsWith('https:') ? publicUrl + logo : undefined,
});

const unsubscribeLink = (label: string, publicUrl: string, id: string) => ({
  label,
  url: publicUrl + pages.unsubscribe.replace(':id', id),
});

function ticketIn(language: Language, ticket: string): string {
  return ticketName(ticket, textsIn(language).text('animals.names').split('|'));
}
