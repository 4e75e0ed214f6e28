import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawList } from '@drawbridge/contract/fair-draw/draws';
import { roundAt } from '@drawbridge/contract/fair-draw/sealed/beacon';
import { expect, it } from 'vitest';
import { restoreBackup, writeBackup } from '../../operations/backup/file.ts';
import { checkIntegrity } from '../../operations/backup/integrity.ts';
import { createDatabase } from '../../test/database/database.ts';
import { connectSql } from '../../test/database/sql.ts';
import { makeChain } from '../../test/fakes/beacon-chain.ts';
import { startApi } from '../../test/world/api.ts';
import { watch } from '../../test/world/live-client.ts';
import { eventWithPeople, mismatches, raffleOf } from '../../test/world/raffle.ts';
import { listDraws } from './store.ts';

it('a restored backup says that the record was set back, and never uses a seed again', async () => {
  const { chain, sign, isSigned, ahead } = makeChain();
  const beacons = { chain, isBeacon: isSigned };
  const round = roundAt(chain, Date.now() + 1_800_000);
  const ownApi = await startApi({}, undefined, { beaconChain: chain });
  const { eventId, raffle } = await eventWithPeople(ownApi, 4);
  const waiting = await eventWithPeople(ownApi, 3);
  const phrased = await eventWithPeople(ownApi, 3);
  await raffle.draw();
  const { rollCall } = await raffle.rollCall();
  await waiting.raffle.seal(null, { round });
  await phrased.raffle.seal();
  const before = (await raffle.draws()).nextCommitment;
  const directory = await mkdtemp(join(tmpdir(), 'drawbridge-restored-'));
  await writeBackup(ownApi.sql, join(directory, 'backup'), undefined);
  const database = await createDatabase('empty');
  const sql = connectSql(database.target, { max: 4 });
  await restoreBackup(sql, join(directory, 'backup'), undefined);
  expect((await checkIntegrity(sql)).problems).toEqual([]);
  const kinds = async (id: string) => (await listDraws(sql, id))?.draws.map(({ kind }) => kind);
  expect(await kinds(eventId)).toEqual(['draw', 'restored']);
  expect(await kinds(phrased.eventId)).toEqual(['void', 'restored']);
  expect(await kinds(waiting.eventId)).toEqual([]);
  const list = drawList.parse(await listDraws(sql, eventId));
  expect(list.draws[1]?.commitment).not.toBe(before);
  expect(list.rollCalls).toMatchObject([{ rollCall, closedAt: expect.any(String) }]);

  const restored = await startApi({}, undefined, {
    beside: { database },
    beaconChain: ahead(3600),
  });
  // The next number is announced right after a record of any kind, on every screen and to every entrant.
  const watcher = await watch(restored.anyone.url, eventId);
  const { nextNumber, nextCommitment } = await watcher.expect('snapshot');
  watcher.close();
  expect({ nextNumber, nextCommitment }).toEqual({
    nextNumber: 3,
    nextCommitment: list.nextCommitment,
  });
  const path = `/api/events/${waiting.eventId}`;
  const live = await watch(restored.anyone.url, waiting.eventId);
  await live.expect('snapshot');
  const brought = await restored.anyone.post(`${path}/draws/1/beacon`, { signature: sign(round) });
  expect(brought.status).toBe(200);
  const drawn = await live.expect('drawn');
  live.close();
  expect(await kinds(waiting.eventId)).toEqual(['draw', 'restored']);
  const now = await raffleOf(restored, waiting.eventId).draws();
  expect(drawn).toMatchObject({ nextNumber: 3, nextCommitment: now.nextCommitment });
  expect((await restored.admin.post(`${path}/draw-winner`, {})).status).toBe(201);
  for (const id of [eventId, waiting.eventId, phrased.eventId]) {
    const proof = await raffleOf(restored, id).proof();
    expect(mismatches(proof, beacons)).toEqual([]);
  }
  await restored.close();
  await ownApi.close();
  await sql.end();
  await database.drop();
  await rm(directory, { recursive: true });
});
