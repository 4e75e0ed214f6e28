import type { SealedDraw, ShownRecord } from '@drawbridge/contract/fair-draw/draws';
import { type LeadCount, leadCount } from '@drawbridge/contract/raffle/live';
import type { StageState } from '@drawbridge/contract/raffle/raffle';
import type { OpenRollCall } from '@drawbridge/contract/raffle/roll-calls';
import type { LiveKind } from '@drawbridge/contract/raffle/stage';
import sql, { empty } from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { leadCountOf } from '../../events/events/store.ts';
import { publishResult, type StoredResult } from '../draws/rules.ts';
import {
  liveResultJson,
  openSealJson,
  shownRecordJson,
  standingResultsJson,
  upcoming,
} from '../draws/store.ts';
import { prizesJson } from '../prizes/store.ts';
import { rollCallJson } from '../roll-calls/roll-call-store.ts';
import { databaseTimeMs, stageJson } from '../stage/stage-store.ts';
import type { StoredMessage } from './messages.ts';

interface MessageRow {
  version: string;
  kind: LiveKind;
  number: number | null;
  place: number;
  drawSecret: Buffer;
  results: StoredResult[] | null;
  sealed: SealedDraw | null;
  rollCall: OpenRollCall | null;
  record: ShownRecord;
  lastRecord: number;
  reason: string | null;
  forfeits: number | null;
  forfeitsPlace: number | null;
  forfeitedPrize: string | null;
  prizes: string | null;
  stage: StageState;
  now: string;
  handedOverAt: string | null;
}

/** Counts the leads of each event. Events that no longer exist are missing from the result. */
export async function countLeads(db: Db, eventIds?: readonly string[]): Promise<LeadCount[]> {
  return db.query(
    sql`
    select e.id as event_id, ${leadCountOf(sql`e.id`)} as leads
    from events e ${eventIds ? sql`where e.id = any(${eventIds}::uuid[])` : empty}`,
    { row: leadCount },
  );
}

/**
 * Reads the snapshot and its version in one statement, so that they are consistent. PostgreSQL encodes the prizes
 * as JSON: parsing and encoding thousands of them in all languages would take longer than a request may. Undefined
 * if there is no such event, or if it has more than `most` prizes or winners.
 */
export async function readSnapshot(
  db: Db,
  eventId: string,
  limit?: number,
): Promise<(StoredMessage & { now: number }) | undefined> {
  const [row] = await db.query<{
    version: string;
    drawSecret: Buffer;
    lastRecord: number;
    prizes: string;
    results: StoredResult[] | null;
    sealed: SealedDraw | null;
    rollCall: OpenRollCall | null;
    record: ShownRecord | null;
    stage: StageState;
    now: string;
  }>(sql`
    select e.live_version as version, e.draw_secret, e.last_record,
           ${prizesJson(sql`event_id = e.id`)} as prizes, ${standingResultsJson(liveResultJson)} as results,
           ${openSealJson} as sealed, ${rollCallJson} as roll_call,
           (select ${shownRecordJson} from records d left join rosters r using (event_id, number)
            where d.event_id = e.id and d.kind <> 'sealed' order by d.number desc limit 1) as record,
           ${stageJson} as stage, ${databaseTimeMs} as now
    from events e where e.id = ${eventId} ${limit === undefined ? empty : hasAtMost(limit)}`);
  if (!row) return undefined;
  const { sealed, rollCall, record: lastRecord, stage } = row;
  const results = (row.results ?? []).map(publishResult);
  const next = upcoming(row.drawSecret, eventId, row.lastRecord + 1);
  const others = JSON.stringify({ results, sealed, rollCall, lastRecord, stage, ...next });
  const json = `{"prizes":${row.prizes},${others.slice(1)}`;
  return { version: Number(row.version), kind: 'snapshot', json, now: Number(row.now) };
}

const stageFieldsOf = ({ stage, now }: Pick<MessageRow, 'stage' | 'now'>) => ({
  stage,
  now: Number(now),
});

const hasAtMost = (limit: number) => sql`
  and not exists (select from prizes where event_id = e.id offset ${limit})
  and not exists (
    select from winners w
    where w.event_id = e.id and w.forfeited_by is null offset ${limit})`;

/** Messages with the complete current state, so that a newer one replaces the earlier ones of its kind. */
export const listKinds: string[] = ['prizes', 'sponsors', 'event', 'stage', 'roll-call'];

/** The messages after a version, oldest first. */
export async function readMessages(
  db: Db,
  eventId: string,
  after: number,
): Promise<StoredMessage[]> {
  const rows = await db.query<MessageRow>(sql`
    select m.version, m.kind, m.number, m.place, e.draw_secret, e.last_record, d.reason, d.forfeits,
           d.forfeits_place,
           (select prize_id from winners w
            where w.event_id = d.event_id and w.number = d.forfeits
              and w.place = d.forfeits_place) as forfeited_prize,
           case m.kind when 'prizes' then ${prizesJson(sql`event_id = e.id`)} end as prizes,
           case m.kind when 'roll-call' then ${rollCallJson} end as roll_call,
           case when m.kind in ('drawn', 'voided', 'forfeited') then ${shownRecordJson} end as record,
           ${stageJson} as stage, ${databaseTimeMs} as now,
           case m.kind when 'sealed' then ${openSealJson} end as sealed,
           case m.kind when 'handed-over' then (
             select to_json(w.handed_over_at) from winners w
             where w.event_id = m.event_id and w.number = m.number and w.place = m.place) end as handed_over_at,
           case m.kind when 'drawn' then (
             select json_agg(${liveResultJson} order by w.place) from winners w
             where w.event_id = m.event_id and w.number = m.number) end as results
    from live_messages m
    join events e on e.id = m.event_id
    left join records d on d.event_id = m.event_id and d.number = m.number
    left join rosters r on r.event_id = d.event_id and r.number = d.number
    where m.event_id = ${eventId} and m.version > ${after} and not (
      -- A list that has changed several times is read and sent once, in its current state.
      m.kind = any(${listKinds}) and exists (
        select from live_messages newer
        where newer.event_id = m.event_id and newer.kind = m.kind and newer.version > m.version))
    order by m.version`);
  return rows.map((row) => ({
    version: Number(row.version),
    kind: row.kind,
    json: row.prizes ? `{"prizes":${row.prizes}}` : JSON.stringify(dataOf(row)),
  }));

  function dataOf({ kind, number, place, drawSecret, lastRecord, results, ...row }: MessageRow) {
    if (kind === 'stage') return stageFieldsOf(row);
    if (kind === 'roll-call') return { current: row.rollCall, answered: [] };
    if (number === null) return {};
    if (kind === 'handed-over') return { number, place, handedOverAt: row.handedOverAt };
    // Another record, such as a restoration, may have followed this one.
    const next = upcoming(drawSecret, eventId, lastRecord + 1);
    // The draw may have been held meanwhile; then the next message announces it.
    if (kind === 'sealed') return { ...row.sealed, ...next };
    const recorded = { lastRecord: row.record, ...stageFieldsOf(row), ...next };
    if (kind === 'drawn') {
      const winners = (results ?? []).map(publishResult);
      return { number, result: winners[0] ?? null, winners, ...recorded };
    }
    const { reason, forfeits, forfeitsPlace, forfeitedPrize: prizeId } = row;
    const forfeit = forfeits && { forfeits, place: forfeitsPlace, prizeId };
    return { number, reason, ...forfeit, ...recorded };
  }
}
