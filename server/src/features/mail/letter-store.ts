import type { Role } from '@drawbridge/contract/accounts/auth';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '@drawbridge/contract/languages';
import {
  loginCodePath,
  PRODUCT_NAME,
  pages,
  passwordPath,
  rafflePath,
} from '@drawbridge/contract/pages';
import { ticketName } from '@drawbridge/contract/ticket-names';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { textsIn } from '../../languages.ts';
import { makeCode } from '../auth/session-store.ts';
import { createToken, hash } from '../secrets.ts';
import type { Fact, Letter } from './letter.ts';
import type { ClaimedMail } from './store.ts';

export interface Addressed {
  to: string;
  letter: Letter;
}

/** How long the links in mail work; their texts say so, too. */
const LOG_IN_MINUTES = 24 * 60;
export const PASSWORD_MINUTES = 30;

type Read = (tx: Db, mail: ClaimedMail, publicUrl: string) => Promise<Addressed | undefined>;

/** Makes a mail of what there is now; undefined if nobody is there to write to, or wants it. */
export const readLetter: Read = (tx, mail, publicUrl) => readers[mail.kind](tx, mail, publicUrl);

const readers: Record<ClaimedMail['kind'], Read> = {
  /**
   * Contains nothing that a visitor has typed, and no secret: anybody can type anybody's address, and the entry code is
   * known to the device that entered alone.
   */
  async receipt(tx, { subjectId }, publicUrl) {
    const [entry] = await tx.query<Entry>(sql`
      select l.email as to, ${entryColumns}
      from leads l
      join events e on e.id = l.event_id
      join mail_addresses a on a.event_id = e.id and a.address_hash = mail_hash(l.email)
      where l.id = ${subjectId} and a.stopped_at is null`);
    if (!entry) return undefined;
    const { language, eventId, event } = entry;
    const { text } = textsIn(language);
    return {
      to: entry.to,
      letter: {
        language,
        subject: text('mail.receiptSubject', { event }),
        paragraphs: [
          text('mail.receiptIntro'),
          [[text('mail.ticket'), ticketIn(language, entry.ticket)], ...eventFacts(entry)],
          ...(entry.ownDevice ? [text('mail.receiptWhere')] : []),
          text('mail.receiptDraw'),
        ],
        // Not to the ticket, which only the device that entered has.
        button: { label: text('mail.followDraw'), url: publicUrl + rafflePath(eventId) },
        footer: [text('mail.notYou')],
        stop: stopOf(text('mail.stop'), publicUrl, entry.stopId),
      },
    };
  },

  async won(tx, { subjectId }, publicUrl) {
    const [win] = await tx.query<Win>(sql`
      select d.winner_email as to, ${entryColumns}, e.organiser, e.privacy_url,
             coalesce(p.translations->coalesce(l.language, e.language)->>'name', d.prize_name) as prize_name
      from draws d
      join events e on e.id = d.event_id
      join leads l on l.id = d.winner_id
      join mail_addresses a on a.event_id = e.id and a.address_hash = mail_hash(d.winner_email)
      left join prizes p on p.id = d.prize_id
      where d.id = ${subjectId} and d.forfeited_by is null and a.stopped_at is null`);
    if (!win) return undefined;
    const { language, eventId, event, prizeName, organiser, privacyUrl } = win;
    const { text } = textsIn(language);
    return {
      to: win.to,
      letter: {
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
        stop: stopOf(text('mail.stop'), publicUrl, win.stopId),
      },
    };
  },

  async 'log-in'(tx, { subjectId, language: chosen }, publicUrl) {
    const [user] = await tx.query<{ to: string; username: string; name: string | null }>(sql`
      select email as to, username, name from users
      where id = ${subjectId} and role = 'volunteer' and email is not null for no key update`);
    if (!user) return undefined;
    // Made now, so that the queue contains no secret.
    const code = await makeCode(tx, subjectId, LOG_IN_MINUTES);
    const language = languageOf(chosen);
    const { text } = textsIn(language);
    const path = loginCodePath(code, user.name ?? user.username);
    return {
      to: user.to,
      letter: {
        language,
        subject: text('mail.logInSubject', { product: PRODUCT_NAME }),
        paragraphs: [text('mail.logInIntro')],
        button: { label: text('mail.logIn'), url: publicUrl + path },
      },
    };
  },

  async password(tx, { id, subjectId, language: chosen }, publicUrl) {
    const [user] = await tx.query<{ to: string; username: string; minutes: number }>(sql`
      select u.email as to, u.username,
             extract(epoch from m.created_at + make_interval(mins => ${PASSWORD_MINUTES}) - now())::float8 / 60
               as minutes
      from mails m join users u on u.id = m.subject_id
      where m.id = ${id} and u.id = ${subjectId} and u.role = 'admin' and u.disabled_at is null
        and u.email is not null
      for no key update of u`);
    if (!user || user.minutes <= 0) return undefined;
    const code = await makeCode(tx, subjectId, user.minutes);
    const language = languageOf(chosen);
    const { text } = textsIn(language);
    return {
      to: user.to,
      letter: {
        language,
        subject: text('mail.passwordSubject', { product: PRODUCT_NAME }),
        paragraphs: [
          text('mail.passwordIntro', { username: user.username }),
          text('mail.passwordOnce'),
        ],
        button: { label: text('mail.choosePassword'), url: publicUrl + passwordPath(code) },
        footer: [text('mail.passwordNotYou')],
      },
    };
  },

  async invitation(tx, { subjectId, language: chosen }, publicUrl) {
    // The code that is sent replaces the one that was made with the invitation, which nobody has.
    const code = createToken();
    const [user] = await tx.query<{ to: string; username: string; role: Role }>(sql`
      update login_codes c set code_hash = ${hash(code)} from users u
      where c.user_id = ${subjectId} and c.invited_by is not null and c.expires_at > now()
        and u.id = c.user_id and u.email is not null
      returning u.email as to, u.username, u.role`);
    if (!user) return undefined;
    const language = languageOf(chosen);
    const { text } = textsIn(language);
    const path = passwordPath(code, user.role === 'volunteer' ? user.role : undefined);
    return {
      to: user.to,
      letter: {
        language,
        subject: text('mail.invitationSubject', { product: PRODUCT_NAME }),
        paragraphs: [
          text('mail.invitationIntro', { product: PRODUCT_NAME, username: user.username }),
          text('mail.invitationOnce'),
        ],
        button: { label: text('mail.choosePassword'), url: publicUrl + path },
      },
    };
  },

  async test(tx, { subjectId }, publicUrl) {
    const [user] = await tx.query<{ to: string }>(sql`
      select email as to from users where id = ${subjectId} and email is not null`);
    return (
      user && {
        to: user.to,
        letter: {
          language: DEFAULT_LANGUAGE,
          subject: `Test of ${PRODUCT_NAME}`,
          paragraphs: [`Mail from ${publicUrl} arrives. There is nothing else to do.`],
        },
      }
    );
  },
};

/** What both mails to entrants say. */
interface Entry {
  to: string;
  language: Language;
  eventId: string;
  /** The event's name, in that language if the organiser has written it. */
  event: string;
  date: string;
  location: string;
  ticket: string;
  /** Whether they entered themselves; otherwise they have no device with a ticket. */
  ownDevice: boolean;
  stopId: string;
}

interface Win extends Entry {
  prizeName: string | null;
  organiser: string | null;
  privacyUrl: string | null;
}

const entryColumns = sql`
  coalesce(l.language, e.language) as language, e.id as event_id,
  coalesce(e.translations->coalesce(l.language, e.language)->>'name', e.name) as event, e.date, e.location,
  coalesce(l.channel, l.source) in ('qr', 'form', 'plain form') as own_device,
  encode(l.ticket, 'hex') as ticket, a.id as stop_id`;

function eventFacts({ language, event, date, location }: Entry): Fact[] {
  const { text } = textsIn(language);
  return [
    [text('mail.event'), event],
    [text('mail.date'), dateIn(language, date)],
    [text('mail.place'), location],
  ];
}

const languageOf = (code: string | null) => (isLanguage(code) ? code : DEFAULT_LANGUAGE);

const stopOf = (label: string, publicUrl: string, id: string) => ({
  label,
  url: publicUrl + pages.stopMail.replace(':id', id),
});

function ticketIn(language: Language, ticket: string): string {
  return ticketName(ticket, textsIn(language).text('animals.names').split('|'));
}

/** 'Saturday, December 5, 2026'. A calendar day is the same in every time zone. */
function dateIn(language: Language, date: string): string {
  const format = { dateStyle: 'full', timeZone: 'UTC', numberingSystem: 'latn' } as const;
  return new Intl.DateTimeFormat(language, format).format(new Date(`${date}T00:00:00Z`));
}
