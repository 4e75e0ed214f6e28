import sql from 'sql-template-tag';
import { DebouncedBatch } from '../../core/queue/debounced-batch.ts';
import type { Db } from '../../db/client.ts';

/** The time for which views are counted in memory before they are written together. */
const WRITE_AFTER_MS = 2000;

/**
 * Counts the views of lead forms for all current sponsors of the events, many views in one statement. If writing
 * fails, the views are lost, so that they use no memory while the database is down.
 */
export const countFormViews = (db: Db, onError: (error: unknown) => void) =>
  new DebouncedBatch(WRITE_AFTER_MS, async (eventIds) => {
    // All servers use the same order, to avoid a deadlock.
    const write = sql`
      insert into sponsor_reach as known (sponsor_id, event_id, form_views)
      select s.id, s.event_id, count(*)
      from unnest(${eventIds}::uuid[]) as shown (event)
      join sponsors s on s.event_id = event group by s.id order by s.id
      on conflict (sponsor_id) do update set
        form_views = least(known.form_views::bigint + excluded.form_views, 2000000000)::int`;
    await db.execute(write).catch(onError);
  });
