import type { Language } from '@drawbridge/contract/languages/languages';
import type { Role, SessionUser } from '@drawbridge/contract/login/auth';
import type { Invitation } from '@drawbridge/contract/login/password-links';
import sql from 'sql-template-tag';
import { signOnNeeded } from '../../core/access.ts';
import { recordAudit } from '../../core/change/audit-log.ts';
import type { Database, Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import type { CurrentUser } from '../../http/session.ts';
import { createToken, hash } from '../../login/auth/secrets.ts';
import { confirmEmail, createSession, type NewSession } from '../../login/auth/session-store.ts';
import {
  givePassword,
  recordCredentialIssuer,
  recoverPassword,
  revokeOutOfScopeCredentials,
  setEmail,
} from '../../login/auth/store.ts';
import { secondFactorOn } from '../../login/second-factor/store.ts';
import { PASSWORD_MINUTES } from './compose-email.ts';
import { queueMail } from './store.ts';

/** The limit on requests for a link per address: three at once, and then one every 20 minutes. */
const REQUEST_LIMIT = { burst: 3, seconds: 1200 };

interface ClientLocation {
  device: string;
  address: string;
}

/** Queues the mail if an administrator has the address and the limit on requests is not reached. */
export async function requestPasswordLink(
  db: Database,
  { email, language, location }: { email: string; language: Language; location: ClientLocation },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { wait } = await tx.queryOne<{ wait: number }>(sql`
      select count_login_attempt(array[${hash(`password link ${email}`)}]::bytea[],
                                 array[${REQUEST_LIMIT.burst}]::int[], array[${REQUEST_LIMIT.seconds}]::float8[]) as wait`);
    const [user] = await tx.query<{ id: string; username: string; language: string | null }>(sql`
      select id, username, language from users
      where lower(email) = lower(${email}) and role = 'admin' and disabled_at is null
        -- Accounts created by single sign-on get no link: their provider decides about them.
        and not exists (select from identities where user_id = users.id and created_account)`);
    if (wait > 0 || !user) return;
    // A new link revokes the previous one.
    await tx.execute(sql`
      delete from mails where subject_id = ${user.id} and kind = 'password' and state = 'waiting'`);
    await queueMail(tx, 'password', user.id, {
      language: user.language ?? language,
      minutes: PASSWORD_MINUTES,
    });
    await recordAudit(tx, user, { kind: 'password-link-requested', details: { ...location } });
  });
}

const INVITED_MINUTES = 3 * 24 * 60;

export type Invited = Invitation & Pick<SessionUser, 'id' | 'name' | 'username'>;

/** Creates a link that sets a password, which revokes the previous one. It is mailed if there is an address. */
export async function invite(
  tx: Db,
  { id, role, email }: { id: string; role: Role; email: string | null | undefined },
  by: CurrentUser,
): Promise<Outcome<Invited>> {
  const [user] = await tx.query<
    Pick<SessionUser, 'id' | 'name' | 'username'> & { language: string | null }
  >(sql`
    select u.id, u.name, u.username, coalesce(u.language, (
             select e.language from volunteer_assignments a join events e on e.id = a.event_id
             where a.volunteer_id = u.id and not a.access_revoked order by a.assigned_at desc limit 1
           ), ${by.language}) as language
    from users u where u.id = ${id} and u.role = ${role} for no key update`);
  if (!user) return fail(role === 'admin' ? 'account-not-found' : 'volunteer-not-found');
  // Event administrators cannot set addresses.
  const to = (!by.events && email) || null;
  if (to && (await setEmail(tx, id, role, to, by)) === 'taken') return fail('email-taken');
  await recordCredentialIssuer(tx, [id], by);
  await tx.execute(sql`delete from login_codes where user_id = ${id} and invited_by is not null`);
  await tx.execute(sql`
    delete from mails where subject_id = ${id} and kind = 'invitation' and state = 'waiting'`);
  const code = createToken();
  const { expiresAt } = await tx.queryOne<{ expiresAt: string }>(sql`
    insert into login_codes (code_hash, user_id, invited_by, expires_at)
    values (${hash(code)}, ${id}, ${by.id}, now() + make_interval(mins => ${INVITED_MINUTES}))
    returning expires_at`);
  const { language, ...account } = user;
  if (to) await queueMail(tx, 'invitation', id, { language, minutes: INVITED_MINUTES });
  await revokeOutOfScopeCredentials(tx, by);
  return succeed({ ...account, expiresAt, code: to ? null : code, to });
}

type LinkedUser = SessionUser & {
  invited: boolean;
  mailed: boolean;
  /** True if the password alone lets the user log in. */
  passwordIsEnough: boolean;
};

/** The account of a link that is still valid. An invitation is valid only while its sender may manage the account. */
export async function findPasswordLink(db: Db, code: string): Promise<LinkedUser | undefined> {
  const [user] = await db.query<LinkedUser>(sql`
    select u.id, u.username, u.name, u.role, u.only_events as events, u.language,
           c.invited_by is not null as invited, c.mailed, not ${secondFactorOn} and not ${signOnNeeded(sql`u.id`)} as password_is_enough
    from login_codes c join users u on u.id = c.user_id left join users i on i.id = c.invited_by
    where c.code_hash = ${hash(code)} and c.expires_at > now() and u.disabled_at is null
      and case when i.id is null then u.role = 'admin'
               else i.disabled_at is null and (i.only_events is null or u.role = 'volunteer') end`);
  return user;
}

/**
 * Consumes the link, sets the password and ends all sessions, in one transaction. The second factor stays. An invited
 * user for whom the password is enough is logged in with the given session.
 */
export async function setPasswordByLink(
  db: Database,
  code: string,
  { passwordHash, ...session }: { passwordHash: string } & Omit<NewSession, 'user'>,
): Promise<{ user: SessionUser; loggedIn: boolean } | undefined> {
  const { device, address } = session;
  return inTransaction(db, async (tx) => {
    const link = await findPasswordLink(tx, code);
    if (!link) return undefined;
    const { invited, mailed, passwordIsEnough, ...user } = link;
    await tx.execute(sql`select from users where id = ${user.id} for no key update`);
    // The second of two concurrent requests finds the code deleted.
    const used = await tx.execute(sql`delete from login_codes where code_hash = ${hash(code)}`);
    if (used === 0) return undefined;
    const sessionsEnded = await (invited ? givePassword : recoverPassword)(
      tx,
      user.id,
      passwordHash,
    );
    if (mailed) await confirmEmail(tx, user.id);
    const by = invited ? 'invitation' : 'link in a mail';
    const details = { by, sessionsEnded, device, address };
    await recordAudit(tx, user, { kind: 'password-changed', details });
    const loggedIn = invited && passwordIsEnough;
    if (loggedIn) {
      await createSession(tx, { ...session, user });
      await recordAudit(tx, user, { kind: 'login', details: { by, device, address } });
    }
    return { user, loggedIn };
  });
}
