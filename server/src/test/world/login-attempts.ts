import { hash } from '../../login/auth/secrets.ts';
import type { TestApi } from './api.ts';

/** What a server has counted of log-ins, to look at and to change. */
export function attemptsOf({ sql }: TestApi) {
  return {
    /** As if a subject had just used up what its limit allows at once. */
    async spend(subject: string, { burst, seconds }: { burst: number; seconds: number }) {
      await sql`
        insert into login_attempts (subject, settled_at)
        values (${hash(subject)}, now() + make_interval(secs => ${burst * seconds}::float8))
        on conflict (subject) do update set settled_at = excluded.settled_at`;
    },

    /** What is counted, of the given subjects or of all. */
    async counts(...subjects: string[]) {
      const rows = await sql<{ subject: Buffer; settledAt: string }[]>`
        select subject, settled_at from login_attempts order by subject`;
      const wanted = subjects.map(hash);
      return rows.filter(
        ({ subject }) => wanted.length === 0 || wanted.some((one) => one.equals(subject)),
      );
    },

    /** As if so much time had passed since every attempt. */
    async letPass(time: string) {
      await sql`
        update login_attempts set
          settled_at = settled_at - ${time}::interval,
          known_until = known_until - ${time}::interval`;
    },
  };
}
