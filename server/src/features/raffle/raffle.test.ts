import { bulkVerifyAnswer, ownLead } from '@drawbridge/contract/leads';
import { type RaffleResult, raffleResult } from '@drawbridge/contract/raffle';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { ADMIN } from '../../test/accounts.ts';
import { startApi, type TestApi } from '../../test/api.ts';
import type { Answer } from '../../test/client.ts';
import {
  createEvent,
  createPrize,
  createVolunteer,
  next,
  somebody,
  submitLead,
  verifiedLead,
} from '../../test/fixtures.ts';
import { standstill } from '../../test/standstill.ts';
import { drawUnderLock } from './draw-store.ts';

const unlimited = { PUBLIC_SUBMITS_PER_MINUTE: '0' };

let api: TestApi;
beforeAll(async () => {
  api = await startApi(unlimited);
});
afterAll(() => api.close());

const nobody = '00000000-0000-4000-8000-000000000000';
const results = z.array(raffleResult.strict());
const alreadyDrawn = [409, 'This prize has already been drawn'];
const nobodyEligible = [409, 'No eligible verified leads to draw from'];

function draw(eventId: string, prizeId: string | null = null, { admin } = api): Promise<Answer> {
  return admin.post(`/api/events/${eventId}/draw-winner`, { prizeId });
}

async function readResults(eventId: string, { anyone } = api): Promise<RaffleResult[]> {
  return (await anyone.get(`/api/events/${eventId}/raffles`)).as(results);
}

/** A draw by somebody who has not taken the lock. */
async function drawWithoutLock(tx: Db, eventId: string, prizeId: string | null, { admin } = api) {
  const [event] = await tx<[{ drawSecret: Buffer }]>`
    select draw_secret from events where id = ${eventId}`;
  const conductedBy = admin.user?.id ?? '';
  return drawUnderLock(tx, event.drawSecret, { eventId, prizeId, phrase: '', conductedBy });
}

describe('drawing a prize', () => {
  it('answers 201 with the prize and the winner, who is then in the results', async () => {
    const event = await createEvent(api.admin);
    const prize = await createPrize(api.admin, event.id);
    const winner = await verifiedLead(api, event.id);

    const answer = await draw(event.id, prize.id);

    expect(answer.status).toBe(201);
    const result = answer.as(raffleResult.strict());
    expect(answer.json()).toEqual({
      id: result.id,
      eventId: event.id,
      prizeId: prize.id,
      winner: { name: winner.name, email: winner.email },
      conductedAt: result.conductedAt,
    });
    expect(await readResults(event.id)).toEqual([result]);
  });

  it('shows nobody the phone number of a winner', async () => {
    const event = await createEvent(api.admin);
    const winner = await verifiedLead(api, event.id, { phone: '0770 090 0461' });
    expect(winner.phone).toBe('07700900461');
    const answers = [await draw(event.id), await api.admin.get(`/api/events/${event.id}/raffles`)];
    for (const { text } of answers) {
      expect(text).toContain(winner.name);
      expect(text).not.toContain('900461');
      expect(text).not.toMatch(/phone/i);
      expect(text).not.toContain(winner.id);
    }
  });

  it('works for a winner without an e-mail', async () => {
    const event = await createEvent(api.admin);
    const { name } = await verifiedLead(api, event.id, { email: '' });
    expect((await draw(event.id)).as(raffleResult).winner).toEqual({ name, email: null });
  });

  it('happens once per prize', async () => {
    const event = await createEvent(api.admin);
    const prize = await createPrize(api.admin, event.id);
    for (let n = 0; n < 3; n += 1) await verifiedLead(api, event.id);
    const first = (await draw(event.id, prize.id)).as(raffleResult);

    expect((await draw(event.id, prize.id)).refusal).toEqual(alreadyDrawn);
    expect(await readResults(event.id)).toEqual([first]);
  });

  it('says that a prize has been drawn even when nobody is left', async () => {
    const event = await createEvent(api.admin);
    const [drawn, open] = [
      await createPrize(api.admin, event.id),
      await createPrize(api.admin, event.id),
    ];
    await verifiedLead(api, event.id);
    await draw(event.id, drawn.id);
    expect((await draw(event.id, drawn.id)).refusal).toEqual(alreadyDrawn);
    expect((await draw(event.id, open.id)).refusal).toEqual(nobodyEligible);
  });

  it('has the logged-in administrator as its conductor, whatever is sent', async () => {
    await api.sql`
      insert into users (username, password_hash, role)
      select 'second-admin', password_hash, 'admin' from users
      where username = ${ADMIN.username}`;
    const second = await api.anyone.signIn({ ...ADMIN, username: 'second-admin' });
    const event = await createEvent(api.admin);
    const lead = await verifiedLead(api, event.id);
    const other = await submitLead(api.anyone, event.id);

    const answer = await second.post(`/api/events/${event.id}/draw-winner`, {
      prizeId: null,
      id: nobody,
      conductedBy: api.admin.user?.id,
      conductedAt: '2001-01-01T00:00:00Z',
      winnerId: other.id,
    });

    const { id } = answer.as(raffleResult);
    const rows = await api.sql`
      select winner_id, conducted_by, conducted_at > now() - interval '1 hour' as recent
      from raffles where id = ${id}`;
    expect(rows).toEqual([{ winnerId: lead.id, conductedBy: second.user?.id, recent: true }]);
  });

  it('is for administrators only', async () => {
    const event = await createEvent(api.admin);
    await verifiedLead(api, event.id);
    const volunteer = await createVolunteer(api, [event.id]);
    const path = `/api/events/${event.id}/draw-winner`;
    expect((await api.anyone.post(path, { prizeId: null })).refusal).toEqual([
      401,
      'Please sign in to continue',
    ]);
    expect((await volunteer.client.post(path, { prizeId: null })).refusal).toEqual([
      403,
      'Only administrators can do this',
    ]);
    expect(await readResults(event.id)).toEqual([]);
  });

  it.each([nobody, 'no-uuid', '%00'])('answers 404 for the event %s', async (id) => {
    expect((await draw(id)).refusal).toEqual([404, 'Event not found']);
    expect((await draw(id, nobody)).refusal).toEqual([404, 'Event not found']);
  });

  it('answers 404 for an unknown prize, a malformed one and one of another event', async () => {
    const [event, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    await verifiedLead(api, event.id);
    await verifiedLead(api, other.id);
    const foreign = await createPrize(api.admin, other.id);
    for (const prizeId of [nobody, 'no-uuid', '\u0000', foreign.id]) {
      expect((await draw(event.id, prizeId)).refusal).toEqual([404, 'Prize not found']);
    }
    expect(await readResults(event.id)).toEqual([]);
    expect(await readResults(other.id)).toEqual([]);
  });

  it('refuses a body that is no draw', async () => {
    const event = await createEvent(api.admin);
    const path = `/api/events/${event.id}/draw-winner`;
    for (const body of [undefined, [], '"x"', 'null']) {
      expect((await api.admin.post(path, body)).refusal).toEqual([
        400,
        'The request body must be a JSON object',
      ]);
    }
    expect((await api.admin.post(path, { prizeId: 5 })).status).toBe(400);
  });
});

describe('a general draw', () => {
  it('needs no prize, and goes on until everybody has won once', async () => {
    const event = await createEvent(api.admin);
    const names = [];
    for (let n = 0; n < 4; n += 1) names.push((await verifiedLead(api, event.id)).name);

    const winners = [];
    for (const body of [{ prizeId: null }, {}, { prizeId: null }, { prizeId: null }]) {
      const answer = await api.admin.post(`/api/events/${event.id}/draw-winner`, body);
      expect(answer.status).toBe(201);
      const { prizeId, winner } = answer.as(raffleResult);
      expect(prizeId).toBeNull();
      winners.push(winner.name);
    }

    expect(winners.sort()).toEqual(names.sort());
    expect((await draw(event.id)).refusal).toEqual(nobodyEligible);
    expect(await readResults(event.id)).toHaveLength(4);
  });

  it('may stand beside the draws of prizes', async () => {
    const event = await createEvent(api.admin);
    const prize = await createPrize(api.admin, event.id);
    await verifiedLead(api, event.id);
    await verifiedLead(api, event.id);
    const names = [
      (await draw(event.id, prize.id)).as(raffleResult).winner.name,
      (await draw(event.id)).as(raffleResult).winner.name,
    ];
    expect(new Set(names).size).toBe(2);
  });
});

describe('who can win', () => {
  it('is nobody in an event without verified leads, and nobody of another event', async () => {
    const [event, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    await verifiedLead(api, other.id);
    expect((await draw(event.id)).refusal).toEqual(nobodyEligible);
    await submitLead(api.anyone, event.id);
    expect((await draw(event.id)).refusal).toEqual(nobodyEligible);
    const promoted = await verifiedLead(api, event.id);
    await api.admin.patch(`/api/leads/${promoted.id}`, { status: 'promoted' });
    expect((await draw(event.id)).refusal).toEqual(nobodyEligible);
    expect(await readResults(event.id)).toEqual([]);
  });

  it('is a person with several leads once, with the earliest verified one', async () => {
    const event = await createEvent(api.admin);
    const [a, b] = [somebody(), somebody()];
    // First and third have nothing in common; the second joins them.
    await submitLead(api.anyone, event.id, { name: 'Pending', phone: a.phone, email: a.email });
    await verifiedLead(api, event.id, { name: 'Joining', phone: b.phone, email: a.email });
    await verifiedLead(api, event.id, { name: 'Third', phone: b.phone, email: b.email });
    await api.sql`
      update leads set submitted_at = timestamptz '2026-01-01' + interval '1 minute' *
        array_position(array['Pending', 'Joining', 'Third'], name)
      where event_id = ${event.id}`;

    expect((await draw(event.id)).as(raffleResult).winner.name).toBe('Joining');
    expect((await draw(event.id)).refusal).toEqual(nobodyEligible);
  });

  it('is nobody who has won before, not even with a lead that came afterwards', async () => {
    const event = await createEvent(api.admin);
    const person = somebody();
    await verifiedLead(api, event.id, person);
    expect((await draw(event.id)).status).toBe(201);
    await verifiedLead(api, event.id, { phone: person.phone });
    await verifiedLead(api, event.id, { email: person.email });
    expect((await draw(event.id)).refusal).toEqual(nobodyEligible);
    const other = await verifiedLead(api, event.id);
    expect((await draw(event.id)).as(raffleResult).winner.name).toBe(other.name);
  });

  it('is somebody who has won at another event', async () => {
    const [event, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    const person = somebody();
    for (const { id } of [event, other]) {
      await verifiedLead(api, id, person);
      expect((await draw(id)).as(raffleResult).winner.name).toBe(person.name);
    }
  });
});

describe('the results', () => {
  it('are for anyone, in the order of the draws', async () => {
    const event = await createEvent(api.admin);
    const drawn = [];
    for (let n = 0; n < 6; n += 1) {
      await verifiedLead(api, event.id);
      const { id } = (await draw(event.id)).as(raffleResult);
      drawn.push(id);
      // Two in the same millisecond have no order: put a minute between them.
      await api.sql`
        update raffles set conducted_at = timestamptz '2026-01-01' + ${n} * interval '1 minute'
        where id = ${id}`;
    }
    const volunteer = await createVolunteer(api);
    for (const client of [api.anyone, volunteer.client, api.admin]) {
      const answer = await client.get(`/api/events/${event.id}/raffles`);
      expect(answer.status).toBe(200);
      expect(answer.as(results).map(({ id }) => id)).toEqual(drawn);
    }
  });

  it('are empty before the first draw', async () => {
    const event = await createEvent(api.admin);
    expect((await api.anyone.get(`/api/events/${event.id}/raffles`)).json()).toEqual([]);
  });

  it.each([nobody, 'no-uuid', '%00'])('answer 404 for the event %s', async (id) => {
    expect((await api.anyone.get(`/api/events/${id}/raffles`)).refusal).toEqual([
      404,
      'Event not found',
    ]);
  });
});

/** So many people with one, two or three verified leads; all leads of a person carry their name. */
async function fillHall(eventId: string, people: number, { anyone, admin } = api): Promise<void> {
  const ids: string[] = [];
  const add = async (fields: { name: string; phone: string; email: string }) => {
    const answer = await anyone.post('/api/leads/public', { eventId, ...fields });
    ids.push(answer.as(ownLead).id);
  };
  for (let n = 0; n < people; n += 1) {
    const [one, two] = [somebody(), somebody()];
    const name = `Person ${next()}`;
    await add({ ...one, name });
    if (n % 3 > 0) await add({ name, phone: two.phone, email: one.email });
    if (n % 3 > 1) await add({ name, phone: two.phone, email: '' });
  }
  const answer = await admin.post('/api/leads/bulk-verify', { leadIds: ids });
  expect(answer.as(bulkVerifyAnswer)).toEqual({ verified: 2 * people, skipped: 0 });
}

describe('many draws at once', () => {
  it('of one prize make one winner: one 201, ninety-nine 409, one row', async () => {
    const event = await createEvent(api.admin);
    const prize = await createPrize(api.admin, event.id);
    await fillHall(event.id, 30);

    const answers = await Promise.all(Array.from({ length: 100 }, () => draw(event.id, prize.id)));

    const winners = answers.filter(({ status }) => status === 201);
    const others = answers.filter(({ status }) => status !== 201);
    expect(winners).toHaveLength(1);
    expect(others.map(({ refusal }) => refusal)).toEqual(Array(99).fill(alreadyDrawn));
    expect(await readResults(event.id)).toEqual([winners[0]?.as(raffleResult)]);
  });

  it('of fifty prizes among sixty people make fifty different winners', async () => {
    const event = await createEvent(api.admin);
    await fillHall(event.id, 60);
    const prizes = [];
    for (let n = 0; n < 50; n += 1) prizes.push((await createPrize(api.admin, event.id)).id);

    const answers = await Promise.all(prizes.map((prizeId) => draw(event.id, prizeId)));

    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201));
    const drawn = answers.map((answer) => answer.as(raffleResult));
    expect(drawn.map(({ prizeId }) => prizeId)).toEqual(prizes);
    expect(new Set(drawn.map(({ winner }) => winner.name)).size).toBe(50);
  });

  it('stop when everybody has won', async () => {
    const event = await createEvent(api.admin);
    await fillHall(event.id, 12);
    const answers = await Promise.all(Array.from({ length: 20 }, () => draw(event.id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(12);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ refusal }) => refusal)).toEqual(Array(8).fill(nobodyEligible));
    expect(new Set((await readResults(event.id)).map(({ winner }) => winner.name)).size).toBe(12);
  });

  it('of different events do not wait for each other', async () => {
    const [busy, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    const prize = await createPrize(api.admin, busy.id);
    for (const { id } of [busy, other]) await verifiedLead(api, id);
    let pending: Promise<Answer> | undefined;
    await api.sql.begin(async (tx) => {
      // The draw holds its event's lock and waits for this prize.
      await tx`select from prizes where id = ${prize.id} for update`;
      pending = draw(busy.id, prize.id);
      await standstill(api.sql, [pending]);
      expect((await draw(other.id)).status).toBe(201);
    });
    expect((await pending)?.status).toBe(201);
  });
});

describe('the lock of the event', () => {
  // A server of its own, whose database no longer refuses a second winner.
  let bare: TestApi;
  beforeAll(async () => {
    bare = await startApi(unlimited);
    await bare.sql`drop index raffles_prize_key, raffles_winner_key`;
    await bare.sql`alter table draws drop constraint draws_pkey`;
    // Telling the news counts in the event's row, which would make the draws wait for each other.
    await bare.sql`drop trigger tell_live on draws`;
  });
  afterAll(() => bare.close());

  /** Two draws of which the second begins and ends before the first is committed. */
  async function drawInterleaved(eventId: string, first: string, second: string): Promise<void> {
    await bare.sql.begin(async (one) => {
      expect(await drawWithoutLock(one, eventId, first, bare)).toMatchObject({ ok: true });
      await bare.sql.begin(async (two) => {
        expect(await drawWithoutLock(two, eventId, second, bare)).toMatchObject({ ok: true });
      });
    });
  }

  it('left out would let a person win twice', async () => {
    const event = await createEvent(bare.admin);
    const person = somebody();
    for (const email of [person.email, ''])
      await verifiedLead(bare, event.id, { ...person, email });
    const [a, b] = [
      await createPrize(bare.admin, event.id),
      await createPrize(bare.admin, event.id),
    ];

    await drawInterleaved(event.id, a.id, b.id);

    const won = await readResults(event.id, bare);
    expect(won.map(({ prizeId }) => prizeId).sort()).toEqual([a.id, b.id].sort());
    expect(won.map(({ winner }) => winner.name)).toEqual([person.name, person.name]);
  });

  it('left out would let a prize be drawn twice', async () => {
    const event = await createEvent(bare.admin);
    await fillHall(event.id, 3, bare);
    const prize = await createPrize(bare.admin, event.id);

    await drawInterleaved(event.id, prize.id, prize.id);

    const won = await readResults(event.id, bare);
    expect(won.map(({ prizeId }) => prizeId)).toEqual([prize.id, prize.id]);
  });

  it('is enough: with it, one winner per prize and one win per person', async () => {
    const event = await createEvent(bare.admin);
    await fillHall(event.id, 12, bare);
    const prizes = [];
    for (let n = 0; n < 10; n += 1) prizes.push((await createPrize(bare.admin, event.id)).id);

    const answers = await Promise.all(
      [...prizes, ...prizes, ...prizes].map((prizeId) => draw(event.id, prizeId, bare)),
    );

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ refusal }) => refusal)).toEqual(Array(20).fill(alreadyDrawn));
    const won = await readResults(event.id, bare);
    expect(won.map(({ prizeId }) => prizeId).sort()).toEqual(prizes.sort());
    expect(new Set(won.map(({ winner }) => winner.name)).size).toBe(10);
  });

  it('lets new leads in while a draw is under way', async () => {
    const event = await createEvent(api.admin);
    await verifiedLead(api, event.id);
    let pending: Promise<Answer> | undefined;
    await api.sql.begin(async (tx) => {
      // Stops the draw at its last step, with the event's lock in its hands.
      await tx`lock table raffles in share mode`;
      pending = draw(event.id);
      await standstill(api.sql, [pending]);
      await expect(
        api.sql`select from events where id = ${event.id} for no key update nowait`,
      ).rejects.toMatchObject({ code: '55P03' });

      const late = api.anyone.post('/api/leads/public', { eventId: event.id, ...somebody() });
      let answered: number | undefined;
      late.then(({ status }) => {
        answered = status;
      });
      await standstill(api.sql, [pending, late]);
      expect(answered).toBe(201);
    });
    expect((await pending)?.status).toBe(201);
  });
});

describe('what is deleted during a draw', () => {
  /** Does something and keeps it open until the draw waits for it; then keeps or undoes it. */
  async function drawDuring(
    eventId: string,
    prizeId: string | null,
    end: 'commit' | 'rollback',
    change: (tx: Db) => PromiseLike<unknown>,
  ): Promise<Answer> {
    let pending: Promise<Answer> | undefined;
    const undone = new Error('undone on purpose');
    await api.sql
      .begin(async (tx) => {
        await change(tx);
        pending = draw(eventId, prizeId);
        await standstill(api.sql, [pending]);
        if (end === 'rollback') throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error;
      });
    if (!pending) throw new Error('The draw was never sent');
    return pending;
  }

  it('is no longer drawn: the prize', async () => {
    const event = await createEvent(api.admin);
    const prize = await createPrize(api.admin, event.id);
    await verifiedLead(api, event.id);
    const answer = await drawDuring(
      event.id,
      prize.id,
      'commit',
      (tx) => tx`delete from prizes where id = ${prize.id}`,
    );
    expect(answer.refusal).toEqual([404, 'Prize not found']);
    expect(await readResults(event.id)).toEqual([]);
  });

  it('is no longer drawn: the event', async () => {
    const event = await createEvent(api.admin);
    await verifiedLead(api, event.id);
    const answer = await drawDuring(
      event.id,
      null,
      'commit',
      (tx) => tx`delete from events where id = ${event.id}`,
    );
    expect(answer.refusal).toEqual([404, 'Event not found']);
  });

  it('does not win: a lead that is deleted, or moved to another event', async () => {
    const [event, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    const [gone, moved] = [await verifiedLead(api, event.id), await verifiedLead(api, event.id)];
    // Whichever of the two is chosen, the draw has to wait, and then to choose again.
    const answer = await drawDuring(event.id, null, 'commit', async (tx) => {
      await tx`delete from leads where id = ${gone.id}`;
      await tx`update leads set event_id = ${other.id} where id = ${moved.id}`;
      await tx`
        insert into leads (event_id, name, phone, status, verified_at, fingerprint)
        values (${event.id}, 'Newcomer', '07700900999', 'verified', now(),
                sha256('newcomer'::bytea))`;
    });
    expect(answer.as(raffleResult).winner.name).toBe('Newcomer');
    expect(await readResults(event.id)).toHaveLength(1);
    expect(await readResults(other.id)).toEqual([]);
  });

  it('is drawn as ever when the deletion is taken back', async () => {
    const event = await createEvent(api.admin);
    const prize = await createPrize(api.admin, event.id);
    const lead = await verifiedLead(api, event.id);
    const answer = await drawDuring(event.id, prize.id, 'rollback', async (tx) => {
      await tx`delete from prizes where id = ${prize.id}`;
      await tx`delete from leads where id = ${lead.id}`;
    });
    expect(answer.as(raffleResult)).toMatchObject({
      prizeId: prize.id,
      winner: { name: lead.name },
    });
  });

  it('stays once it is part of a draw, even of one that is not yet committed', async () => {
    const event = await createEvent(api.admin);
    const prize = await createPrize(api.admin, event.id);
    const lead = await verifiedLead(api, event.id);
    let pending: Promise<Answer>[] = [];
    await api.sql.begin(async (tx) => {
      await drawWithoutLock(tx, event.id, prize.id);
      pending = [
        api.admin.delete(`/api/prizes/${prize.id}`),
        api.admin.delete(`/api/leads/${lead.id}`),
      ];
      await standstill(api.sql, pending);
    });
    expect((await Promise.all(pending)).map(({ refusal }) => refusal)).toEqual([
      [409, 'This prize has been drawn and cannot be deleted'],
      [409, 'This lead has won a prize and cannot be deleted'],
    ]);
  });
});
