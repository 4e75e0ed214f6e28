import { loginResponse } from '@drawbridge/contract/login/auth';
import { type LoginCodes, loginCodes } from '@drawbridge/contract/team/volunteers';
import { afterAll, describe, expect, it } from 'vitest';
import { standstill } from '../../test/fakes/until-blocked.ts';
import { startApi } from '../../test/world/api.ts';
import type { ApiResponse } from '../../test/world/client.ts';
import { createEvent, createVolunteer } from '../../test/world/fixtures.ts';
import { hash } from './secrets.ts';

const api = await startApi({ TRUST_PROXY: '1' });
afterAll(() => api.close());

const invalid: ApiResponse['problem'] = [
  401,
  'This code has expired or was used before. Please ask for a new one.',
];

async function makeCodes(input: object): Promise<LoginCodes> {
  const response = await api.admin.post('/api/users/login-codes', input);
  expect(response.status).toBe(201);
  return response.as(loginCodes.strict());
}

async function makeCode(volunteerId: string): Promise<string> {
  const [made] = (await makeCodes({ volunteerId })).codes;
  return made?.code ?? '';
}

const logIn = (code: string, address = '192.0.2.1') =>
  api.anyone.post('/api/auth/login-code', { code }, { 'x-forwarded-for': address });

describe('a one-time code', () => {
  it('logs its volunteer in once, for ten minutes, and is stored only as a hash', async () => {
    const { id, username } = await createVolunteer(api);
    const { codes, expiresAt } = await makeCodes({ volunteerId: id });
    expect(codes).toEqual([
      { volunteerId: id, name: 'Priya Shah', username, code: expect.any(String) },
    ]);
    const code = codes[0]?.code ?? '';
    expect(Buffer.from(code, 'base64url')).toHaveLength(32);
    const [stored] = await api.sql<{ minutes: number; codeHash: Buffer }[]>`
      select code_hash as "codeHash", extract(epoch from expires_at - now()) / 60 as minutes
      from login_codes where user_id = ${id}`;
    expect(stored?.codeHash).toEqual(hash(code));
    expect(Number(stored?.minutes)).toBeLessThanOrEqual(10);
    expect(Number(stored?.minutes)).toBeGreaterThan(9);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());

    const response = await logIn(code);
    expect(response.as(loginResponse.strict()).user).toMatchObject({
      id,
      username,
      role: 'volunteer',
    });
    expect((await logIn(code)).problem).toEqual(invalid);
  });

  it('lets one of two phones in that scan it at once', async () => {
    const { id } = await createVolunteer(api);
    const code = await makeCode(id);
    let phones: Promise<ApiResponse>[] = [];
    await api.sql.begin(async (tx) => {
      await tx`select from users where id = ${id} for update`;
      phones = [logIn(code), logIn(code)];
      await standstill(api.sql, phones);
    });
    const responses = await Promise.all(phones);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('ends with its time, a new password, and the account', async () => {
    const [late, renewed, gone] = [
      await createVolunteer(api),
      await createVolunteer(api),
      await createVolunteer(api),
    ];
    const codes = [await makeCode(late.id), await makeCode(renewed.id), await makeCode(gone.id)];
    await api.sql`update login_codes set expires_at = now() where user_id = ${late.id}`;
    await api.admin.patch(`/api/users/${renewed.id}`, { password: 'nine copper vanes' });
    await api.admin.delete(`/api/users/${gone.id}`);
    for (const code of codes) expect((await logIn(code)).problem).toEqual(invalid);
  });

  it('is accepted even where too many wrong ones were tried', async () => {
    const address = '192.0.2.2';
    const wrong = () => logIn('x'.repeat(43), address);
    const tried = await Promise.all(Array.from({ length: 60 }, wrong));
    expect(new Set(tried.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await wrong()).status).toBe(429);
    const { id } = await createVolunteer(api);
    expect((await logIn(await makeCode(id), address)).status).toBe(200);
    expect((await logIn('x'.repeat(43), '192.0.2.3')).problem).toEqual(invalid);
  });
});

describe('a sheet of codes', () => {
  const today = new Date().toISOString().slice(0, 10);
  const hourFromNow = () => new Date(Date.now() + 3_600_000).toISOString();

  it('has one for each volunteer of the event, until the chosen end', async () => {
    const event = await createEvent(api.admin, { date: today });
    const assigned = [
      await createVolunteer(api, [event.id]),
      await createVolunteer(api, [event.id]),
    ];
    await createVolunteer(api);
    const until = hourFromNow();
    const sheet = await makeCodes({ eventId: event.id, until });
    expect(Date.parse(sheet.expiresAt)).toBe(Date.parse(until));
    expect(sheet.codes.map(({ volunteerId }) => volunteerId).sort()).toEqual(
      assigned.map(({ id }) => id).sort(),
    );
    for (const { code } of sheet.codes) expect((await logIn(code)).status).toBe(200);
  });

  it('ends with the next one, with its event and with the archive', async () => {
    const sheets = [];
    for (const end of [
      (eventId: string) => makeCodes({ eventId, until: hourFromNow() }),
      (eventId: string) => api.admin.delete(`/api/events/${eventId}`),
      (eventId: string) => api.admin.patch(`/api/events/${eventId}`, { archived: true }),
    ]) {
      const { id: eventId } = await createEvent(api.admin, { date: today });
      await createVolunteer(api, [eventId]);
      const [made] = (await makeCodes({ eventId, until: hourFromNow() })).codes;
      sheets.push({ code: made?.code ?? '', ended: await end(eventId) });
    }
    for (const { code } of sheets) expect((await logIn(code)).problem).toEqual(invalid);
    const [next] = loginCodes.parse(sheets[0]?.ended).codes;
    expect((await logIn(next?.code ?? '')).status).toBe(200);
  });

  it("ends neither in the past nor after the event's day, nor in more than seven days", async () => {
    const make = async (date: string, until: string) => {
      const { id } = await createEvent(api.admin, { date });
      return (await api.admin.post('/api/users/login-codes', { eventId: id, until })).problem;
    };
    const refused = [400, "Choose a time between now and the end of the event's day"];
    const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
    expect(await make(today, days(-1))).toEqual(refused);
    expect(await make(today, days(3))).toEqual(refused);
    expect(await make(days(-4).slice(0, 10), hourFromNow())).toEqual(refused);
    expect(await make(days(9).slice(0, 10), days(7.1))).toEqual(refused);
    expect(await make(days(9).slice(0, 10), days(6.9))).toEqual([201, expect.any(String)]);
  });
});
