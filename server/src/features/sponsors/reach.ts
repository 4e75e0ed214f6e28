import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';

/** How long views are counted in memory before they are written together. */
const WRITE_AFTER_MS = 2000;

/** Counts how often forms are shown, so that they are written once for many visitors. */
export class FormViews {
  readonly #db: Db;
  readonly #onError: (error: unknown) => void;
  #counts = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db, onError: (error: unknown) => void) {
    this.#db = db;
    this.#onError = onError;
  }

  count(eventId: string): void {
    this.#counts.set(eventId, (this.#counts.get(eventId) ?? 0) + 1);
    this.#timer ??= setTimeout(() => this.write(), WRITE_AFTER_MS).unref();
  }

  /** Views that cannot be written are lost: they are worth no memory while the database is away. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counts = this.#counts;
    this.#counts = new Map();
    if (counts.size > 0) await addFormViews(this.#db, counts).catch(this.#onError);
  }
}

/** Adds views to all sponsors that the events have now. All servers use the same order, to avoid a deadlock. */
async function addFormViews(db: Db, counts: ReadonlyMap<string, number>): Promise<void> {
  await db.execute(sql`
    insert into sponsor_reach as known (sponsor_id, event_id, form_views)
    select s.id, s.event_id, views
    from unnest(${[...counts.keys()]}::uuid[], ${[...counts.values()]}::int[]) as counted (event, views)
    join sponsors s on s.event_id = event order by s.id
    on conflict (sponsor_id) do update set
      form_views = least(known.form_views::bigint + excluded.form_views, 2000000000)::int`);
}

/** Counts this minute for the sponsors of events whose wall is open, unless it is dark or the minute was counted. */
export async function countWallMinute(db: Db, eventIds: readonly string[]): Promise<void> {
  await db.execute(sql`
    insert into sponsor_reach as known (sponsor_id, event_id, wall_minutes, wall_minute)
    select s.id, e.id, 1, date_trunc('minute', now())
    from sponsors s join events e on e.id = s.event_id
    where e.id = any(${eventIds}::uuid[]) and not e.stage_blank order by s.id
    on conflict (sponsor_id) do update set
      wall_minutes = known.wall_minutes + 1, wall_minute = excluded.wall_minute
    where coalesce(known.wall_minute < excluded.wall_minute, true)`);
}
