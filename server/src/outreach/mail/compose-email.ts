import { DEFAULT_LANGUAGE, isLanguage } from '@drawbridge/contract/languages/languages';
import type { Role } from '@drawbridge/contract/login/auth';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { createToken, hash } from '../../login/auth/secrets.ts';
import { makeMailedCode } from '../../login/auth/session-store.ts';
import type { Email } from './email-layout.ts';
import {
  type Entry,
  type Win,
  writeInvitation,
  writeLogInLink,
  writePasswordLink,
  writeReceipt,
  writeTest,
  writeToWinner,
} from './email-templates.ts';
import type { ClaimedMail } from './store.ts';

export interface ComposedEmail {
  to: string;
  email: Email;
}

/** The minutes for which links in mail are valid; the texts name them as well. */
const LOG_IN_MINUTES = 24 * 60;
export const PASSWORD_MINUTES = 30;

type Read = (tx: Db, mail: ClaimedMail, publicUrl: string) => Promise<ComposedEmail | undefined>;

/** Composes the mail from current data. Returns undefined if the recipient is gone or has unsubscribed. */
export const composeEmail: Read = (tx, mail, publicUrl) => readers[mail.kind](tx, mail, publicUrl);

const readers: Record<ClaimedMail['kind'], Read> = {
  async receipt(tx, { subjectId }, publicUrl) {
    const [entry] = await tx.query<Entry & { to: string }>(sql`
      select l.email as to, ${entryColumns}
      from leads l
      join events e on e.id = l.event_id
      join mail_addresses a on a.event_id = e.id and a.address_hash = mail_hash(l.email)
      where l.id = ${subjectId} and a.unsubscribed_at is null`);
    return entry && { to: entry.to, email: writeReceipt(entry, publicUrl) };
  },

  async won(tx, { subjectId }, publicUrl) {
    const [win] = await tx.query<Win & { to: string }>(sql`
      select w.email as to, ${entryColumns}, e.organiser, e.privacy_url,
             coalesce(p.translations->coalesce(l.language, e.language)->>'name', d.prize_name) as prize_name
      from winners w
      join records d using (event_id, number)
      join events e on e.id = w.event_id
      join leads l on l.id = w.lead_id
      join mail_addresses a on a.event_id = e.id and a.address_hash = mail_hash(w.email)
      left join prizes p on p.id = w.prize_id
      where w.id = ${subjectId} and w.forfeited_by is null and a.unsubscribed_at is null`);
    return win && { to: win.to, email: writeToWinner(win, publicUrl) };
  },

  async login(tx, { subjectId, language }, publicUrl) {
    const [user] = await tx.query<{ to: string; username: string; name: string | null }>(sql`
      select email as to, username, name from users
      where id = ${subjectId} and role = 'volunteer' and email is not null for no key update`);
    if (!user) return undefined;
    // Created now, so that the queue contains no secret.
    const code = await makeMailedCode(tx, subjectId, LOG_IN_MINUTES);
    const link = { language: languageOf(language), code, name: user.name ?? user.username };
    return { to: user.to, email: writeLogInLink(link, publicUrl) };
  },

  async password(tx, { id, subjectId, language }, publicUrl) {
    const [user] = await tx.query<{ to: string; username: string; minutes: number }>(sql`
      select u.email as to, u.username,
             extract(epoch from m.created_at + make_interval(mins => ${PASSWORD_MINUTES}) - now())::float8 / 60
               as minutes
      from mails m join users u on u.id = m.subject_id
      where m.id = ${id} and u.id = ${subjectId} and u.role = 'admin' and u.disabled_at is null
        and u.email is not null
      for no key update of u`);
    if (!user || user.minutes <= 0) return undefined;
    const code = await makeMailedCode(tx, subjectId, user.minutes);
    const link = { language: languageOf(language), code, username: user.username };
    return { to: user.to, email: writePasswordLink(link, publicUrl) };
  },

  async invitation(tx, { subjectId, language }, publicUrl) {
    // The sent code replaces the one that was created with the invitation, which nobody has.
    const code = createToken();
    const [user] = await tx.query<{ to: string; username: string; role: Role }>(sql`
      update login_codes c set code_hash = ${hash(code)}, mailed = true from users u
      where c.user_id = ${subjectId} and c.invited_by is not null and c.expires_at > now()
        and u.id = c.user_id and u.email is not null
      returning u.email as to, u.username, u.role`);
    if (!user) return undefined;
    const link = { language: languageOf(language), code, ...user };
    return { to: user.to, email: writeInvitation(link, publicUrl) };
  },

  async test(tx, { subjectId }, publicUrl) {
    const [user] = await tx.query<{ to: string; language: string | null }>(sql`
      select email as to, language from users where id = ${subjectId} and email is not null`);
    return user && { to: user.to, email: writeTest(languageOf(user.language), publicUrl) };
  },
};

const entryColumns = sql`
  coalesce(l.language, e.language) as language, e.id as event_id,
  coalesce(e.translations->coalesce(l.language, e.language)->>'name', e.name) as event, e.date, e.location, e.logo, e.accent,
  coalesce(l.channel, l.source) in ('qr', 'form', 'plain form') as own_device,
  encode(l.ticket, 'hex') as ticket, a.id as subscription_id`;

const languageOf = (code: string | null) => (isLanguage(code) ? code : DEFAULT_LANGUAGE);
