import type { SessionUser } from '@drawbridge/contract/accounts/auth';
import type { Language } from '@drawbridge/contract/languages';
import sql from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { recordAudit } from '../audit-log.ts';
import { setPassword } from '../auth/store.ts';
import { hash } from '../secrets.ts';
import { PASSWORD_MINUTES } from './letter-store.ts';
import { queueMail } from './store.ts';

/** How often a link may be asked for with one address: three times at once, and then every 20 minutes. */
const ASKED = { burst: 3, seconds: 1200 };

interface Place {
  device: string;
  address: string;
}

/** Queues the mail if an administrator has the address and it was not asked for too often. */
export async function askForPassword(
  db: Database,
  { email, language, place }: { email: string; language: Language; place: Place },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { wait } = await tx.queryOne<{ wait: number }>(sql`
      select count_login_attempt(array[${hash(`password link ${email}`)}]::bytea[],
                                 array[${ASKED.burst}]::int[], array[${ASKED.seconds}]::float8[]) as wait`);
    const [user] = await tx.query<{ id: string; username: string }>(sql`
      select id, username from users
      where lower(email) = lower(${email}) and role = 'admin' and disabled_at is null
        -- The provider of single sign-on decides about accounts that were made for it.
        and not exists (select from identities where user_id = users.id and made_account)`);
    if (wait > 0 || !user) return;
    // The next link ends the one before.
    await tx.execute(sql`
      delete from mails where subject_id = ${user.id} and kind = 'password' and state = 'waiting'`);
    await queueMail(tx, 'password', user.id, { language, minutes: PASSWORD_MINUTES });
    await recordAudit(tx, user, { kind: 'password-link-asked', details: { ...place } });
  });
}

/** The administrator whose link this is, if it still works. */
export async function findPasswordLink(db: Db, code: string): Promise<SessionUser | undefined> {
  const [user] = await db.query<SessionUser>(sql`
    select u.id, u.username, u.name, u.role from login_codes c join users u on u.id = c.user_id
    where c.code_hash = ${hash(code)} and c.expires_at > now() and u.role = 'admin'
      and u.disabled_at is null`);
  return user;
}

/** Uses up the link, sets the password and ends all sessions, or does none of it. The second factor stays. */
export async function setPasswordByLink(
  db: Database,
  code: string,
  { passwordHash, place }: { passwordHash: string; place: Place },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const user = await findPasswordLink(tx, code);
    if (!user) return false;
    await tx.execute(sql`select from users where id = ${user.id} for no key update`);
    // Of two at once, the second finds it gone.
    const used = await tx.execute(sql`delete from login_codes where code_hash = ${hash(code)}`);
    if (used === 0) return false;
    const sessionsEnded = await setPassword(tx, user.id, passwordHash);
    const details = { by: 'link in a mail', sessionsEnded, ...place };
    await recordAudit(tx, user, { kind: 'password-changed', details });
    return true;
  });
}
