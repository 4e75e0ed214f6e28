import type { ProblemCode } from '@drawbridge/contract/core/errors';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { Problem } from '../../errors.ts';
import { loginLimits } from './rules.ts';
import { hash } from './secrets.ts';

/** An attempt to log in, with its origin. */
interface LoginAttempt {
  /** The account's id, or the typed name if there is no such account. */
  account: string;
  address: string;
  /** A random id stored by the browser. */
  device: string | undefined;
}

/** A unit whose attempts are counted together, under a hash as PostgreSQL writes it. */
export interface Subject {
  key: string;
  burst: number;
  seconds: number;
}

/** The time for which an account is known at an address or on a device after it has logged in there. */
const KNOWN_FOR = '180 days';

/**
 * Counts a login attempt as failed until `acceptAttempt` is called, so that concurrent attempts are counted too. One
 * that comes too early is not counted, and fails with the problem. A known device has its own limit: others cannot send
 * its id, so failures elsewhere do not block it. At a known address the limit of the account does not apply.
 */
export async function countAttempt(
  db: Db,
  attempt: LoginAttempt,
  tooEarly: ProblemCode,
): Promise<Subject[]> {
  const { atAddress, onDevice } = clientLocationsOf(attempt);
  const known = await findKnown(db, [atAddress, onDevice]);
  const subjects: Subject[] = [];
  if (known.has(onDevice)) {
    subjects.push({ key: onDevice, ...loginLimits.knownClient });
  } else {
    subjects.push({ key: atAddress, ...loginLimits.knownClient });
    subjects.push({ key: keyOf(`address ${attempt.address}`), ...loginLimits.address });
    if (!known.has(atAddress)) {
      subjects.push({ key: keyOf(`account ${attempt.account}`), ...loginLimits.account });
    }
  }
  const { retryAfterSeconds } = await db.queryOne<{ retryAfterSeconds: number }>(sql`
    select ceil(count_login_attempt(
      ${subjects.map(({ key }) => key)}::bytea[], ${subjects.map(({ burst }) => burst)}::int[],
      ${subjects.map(({ seconds }) => seconds)}::float8[]))::int as retry_after_seconds`);
  if (retryAfterSeconds > 0) throw new Problem(tooEarly, { retryAfterSeconds });
  return subjects;
}

/** Uncounts an attempt that succeeded, and stores its address and device as known. Other attempts stay counted. */
export async function acceptAttempt(
  db: Db,
  attempt: LoginAttempt,
  subjects: readonly Subject[] = [],
): Promise<void> {
  const { atAddress, onDevice } = clientLocationsOf(attempt);
  const knownClients = attempt.device ? [atAddress, onDevice] : [atAddress];
  const seconds = new Map(knownClients.map((key) => [key, 0]));
  for (const subject of subjects) seconds.set(subject.key, subject.seconds);
  await db.execute(sql`
    insert into login_attempts as known (subject, settled_at, known_until)
    select key::bytea, now() - make_interval(secs => second),
           case when key = any(${knownClients}::text[]) then now() + ${KNOWN_FOR}::interval end
    from unnest(${[...seconds.keys()]}::text[], ${[...seconds.values()]}::float8[]) as t (key, second)
    -- Sorted as in count_login_attempt, so that two logins cannot deadlock.
    order by 1
    on conflict (subject) do update set
      settled_at = known.settled_at - (now() - excluded.settled_at),
      known_until = coalesce(excluded.known_until, known.known_until)`);
}

/**
 * Uncounts an attempt with the right password that is not a login, and so does not make its address known. Other
 * attempts stay counted, for example those of someone who guesses codes.
 */
export async function forgiveAttempt(db: Db, subjects: readonly Subject[]): Promise<void> {
  await db.execute(sql`
    with counted as materialized (
      select a.subject, t.seconds
      from unnest(${subjects.map(({ key }) => key)}::text[],
                  ${subjects.map(({ seconds }) => seconds)}::float8[]) as t (key, seconds)
      join login_attempts a on a.subject = t.key::bytea
      -- Sorted as in count_login_attempt, so that two attempts cannot deadlock.
      order by a.subject for update of a
    )
    update login_attempts a set settled_at = a.settled_at - make_interval(secs => counted.seconds)
    from counted where a.subject = counted.subject`);
}

function clientLocationsOf({ account, address, device = '' }: LoginAttempt) {
  return {
    atAddress: keyOf(`${account} at ${address}`),
    onDevice: keyOf(`${account} on ${device}`),
  };
}

function keyOf(subject: string): string {
  return `\\x${hash(subject).toString('hex')}`;
}

async function findKnown(db: Db, knownClients: string[]): Promise<Set<string>> {
  const known = await db.query<{ key: string }>(sql`
    select key from unnest(${knownClients}::text[]) as t (key)
    join login_attempts on subject = key::bytea where known_until > now()`);
  return new Set(known.map(({ key }) => key));
}
