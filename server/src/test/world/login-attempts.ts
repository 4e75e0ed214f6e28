import { hash } from '../../login/auth/secrets.ts';
import type { TestApi } from './api.ts';

/** Reads and changes a server's counts of login attempts. */
export function attemptsOf({ sql }: TestApi) {
  return {
    /** Uses up the burst of a subject's limit. */
    async spend(subject: string, { burst, seconds }: { burst: number; seconds: number }) {
      await sql`
        insert into login_attempts (subject, settled_at)
        values (${hash(subject)}, now() + make_interval(secs => ${burst * seconds}::float8))
        on conflict (subject) do update set settled_at = excluded.settled_at`;
    },

    /** The counts of the given subjects, or of all. */
    async counts(...subjects: string[]) {
      const rows = await sql<{ subject: Buffer; settledAt: string }[]>`
        select subject, settled_at from login_attempts order by subject`;
      const expected = subjects.map(hash);
      return rows.filter(
        ({ subject }) => expected.length === 0 || expected.some((one) => one.equals(subject)),
      );
    },

    /** Ages all attempts by this time. */
    async letPass(time: string) {
      await sql`
        update login_attempts set
          settled_at = settled_at - ${time}::interval,
          known_until = known_until - ${time}::interval`;
    },
  };
}
