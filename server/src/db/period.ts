import sql, { type Sql } from 'sql-template-tag';

interface Period {
  eventId?: string | undefined;
  /** Start and end as days (`yyyy-MM-dd`) or timestamps. */
  from?: string | undefined;
  to?: string | undefined;
}

/** SQL conditions: the timestamp is in a period, whose days are in event time, or in UTC without an event. */
export function inPeriod(moment: Sql, { eventId, from, to }: Period): Sql[] {
  const zone = sql`coalesce((select time_zone from events where id = ${eventId ?? null}::uuid), 'UTC')`;
  const startOf = (day: string, later: number) =>
    sql`(${day}::date + ${later}::int)::timestamp at time zone ${zone}`;
  const isDay = (value: string) => value.length === 10;
  return [
    from && sql`${moment} >= ${isDay(from) ? startOf(from, 0) : from}`,
    to && (isDay(to) ? sql`${moment} < ${startOf(to, 1)}` : sql`${moment} <= ${to}`),
  ].flatMap((condition) => condition || []);
}
