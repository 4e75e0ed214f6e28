import { passwordPath } from '@drawbridge/contract/core/pages';
import { loginResponse } from '@drawbridge/contract/login/auth';
import { type Invitation, invitation } from '@drawbridge/contract/login/password-links';
import { loginCodes } from '@drawbridge/contract/team/volunteers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newAdministrator, newProgram, newUser, password } from '../../test/checks/callers.ts';
import { mailSettings, startMailServer } from '../../test/fakes/mail-server.ts';
import { LONG_TIMEOUT } from '../../test/fakes/until-blocked.ts';
import { startApi, type TestApi } from '../../test/world/api.ts';
import { Client } from '../../test/world/client.ts';
import { createEvent, createVolunteer, next } from '../../test/world/fixtures.ts';

let post: Awaited<ReturnType<typeof startMailServer>>;
let api: TestApi;
beforeAll(async () => {
  post = await startMailServer();
  api = await startApi(mailSettings(post.url));
});
afterAll(async () => {
  await api.close();
  await post.close();
});

const NEW = 'seven brass kettles';
const inviteVolunteer = (id: string, by: Client = api.admin, body = {}) =>
  by.post(`/api/users/${id}/invitation`, body);
const inviteAdministrator = (id: string, by: Client, body = {}) =>
  by.post(`/api/accounts/${id}/invitation`, { currentPassword: password, ...body });
const codeOf = async (response: ReturnType<typeof inviteVolunteer>) =>
  (await response).as(invitation).code ?? '';
const choose = (code: string, newPassword = NEW) =>
  api.anyone.post('/api/auth/password-by-link', { code, newPassword });
const works = async (code: string) => (await choose(code)).status === 200;

it('lets a volunteer choose a password once, who is then logged in', async () => {
  const { id, username } = await newUser({ api });
  const code = await codeOf(inviteVolunteer(id));
  // It is not a login code, and stays valid when one is created.
  expect((await api.anyone.post('/api/auth/login-code', { code })).status).toBe(401);
  const other = await api.admin.post('/api/users/login-codes', { volunteerId: id });
  expect((await choose(other.as(loginCodes).codes[0]?.code ?? '')).status).toBe(401);
  expect((await choose(code, 'short')).status).toBe(400);

  const { token, user } = (await choose(code, 'six or more')).as(loginResponse);
  expect((await new Client(api.anyone.url, { token, user }).get('/api/auth/me')).json()).toEqual(
    user,
  );
  expect(user).toMatchObject({ id, role: 'volunteer' });
  expect(await works(code)).toBe(false);
  const login = { username, password: 'six or more' };
  expect((await api.anyone.post('/api/auth/login', login)).status).toBe(200);
});

it('works for three days', async () => {
  const { id } = await newUser({ api });
  const code = await codeOf(inviteVolunteer(id));
  const age = (minutes: number) =>
    api.sql`update login_codes set expires_at = expires_at - make_interval(mins => ${minutes}) where user_id = ${id}`;
  await age(3 * 24 * 60 - 5);
  // Refused because of the password, so the link is not consumed.
  expect((await choose(code, 'short')).status).toBe(400);
  await age(5);
  expect(await works(code)).toBe(false);
});

it('lets an administrator choose a good password, who is then logged in', async () => {
  const [admin, invited] = [await newAdministrator(api), await newAdministrator(api)];
  const id = invited.user?.id ?? '';
  const refused = await admin.post(`/api/accounts/${id}/invitation`, { currentPassword: 'wrong' });
  expect(refused.status).toBe(403);
  const [first, code] = [
    await codeOf(inviteAdministrator(id, admin)),
    await codeOf(inviteAdministrator(id, admin)),
  ];
  expect(await works(first)).toBe(false);
  expect((await choose(code, 'six or more')).status).toBe(400);
  const { token, user } = (await choose(code)).as(loginResponse);
  expect((await invited.get('/api/auth/me')).status).toBe(401);
  expect((await new Client(api.anyone.url, { token, user }).get('/api/auth/me')).status).toBe(200);
});

it('does not log in an account that needs a second factor', async () => {
  const [admin, invited] = [await newAdministrator(api), await newAdministrator(api)];
  const id = invited.user?.id ?? '';
  await api.sql`update users set totp_enabled_at = now(), totp_key = decode(repeat('00', 20), 'hex') where id = ${id}`;
  const code = await codeOf(inviteAdministrator(id, admin));
  expect((await choose(code)).json()).toEqual({ ok: true });
});

it('is sent by mail, to the address that the account has from then on', async () => {
  const { id, username } = await newUser({ api });
  const email = `helper${next()}@example.com`;
  const createdInvitation: Invitation = (await inviteVolunteer(id, api.admin, { email })).as(
    invitation,
  );
  expect(createdInvitation).toMatchObject({ code: null, to: email });
  const code = await vi.waitFor(() => {
    const [mail] = post.received.filter(({ to }) => to.includes(email));
    const link = /http\S+#([^/]+)\S+\/volunteer/.exec(mail?.text ?? '');
    const path = passwordPath(link?.[1] ?? '', { username, who: 'volunteer' });
    expect(link?.[0]).toBe(`http://raffle.example${path}`);
    return link?.[1] ?? '';
  }, LONG_TIMEOUT);
  expect(await works(code)).toBe(true);
});

it('ends with the account, its address, and the right of whoever made it', async () => {
  const admin = await newAdministrator(api);
  const inviter = await newAdministrator(api);
  const change = (id: string, body: object) =>
    admin.patch(`/api/accounts/${id}`, { currentPassword: password, ...body });
  const inviterId = inviter.user?.id ?? '';
  const invite = async () => {
    const id = (await newAdministrator(api)).user?.id ?? '';
    return { id, code: await codeOf(inviteAdministrator(id, inviter)) };
  };
  const disabled = await invite();
  await change(disabled.id, { disabled: true });
  await change(disabled.id, { disabled: false });
  expect(await works(disabled.code)).toBe(false);
  const moved = await invite();
  await change(moved.id, { email: `moved${next()}@example.com` });
  expect(await works(moved.code)).toBe(false);

  const event = await createEvent(api.admin);
  const [toAdmin, toVolunteer] = [await invite(), await createVolunteer(api, [event.id])];
  const volunteerCode = await codeOf(inviteVolunteer(toVolunteer.id, inviter));
  await change(inviterId, { events: [event.id] });
  expect(await works(toAdmin.code)).toBe(false);
  expect(await works(volunteerCode)).toBe(true);
  await change(inviterId, { events: null });
  expect(await works(toAdmin.code)).toBe(false);
  await change(inviterId, { disabled: true });
  expect(await works(volunteerCode)).toBe(false);
  await change(inviterId, { disabled: false, events: null });
  for (const code of [toAdmin.code, volunteerCode]) expect(await works(code)).toBe(false);
});

it('is for volunteers of their own events alone if an organiser of single events makes it, and never for a program', async () => {
  const [own, other] = [await createEvent(api.admin), await createEvent(api.admin)];
  const limited = await newAdministrator(api, [own.id]);
  const { id } = await createVolunteer(api, [own.id]);
  const elsewhere = await createVolunteer(api, [own.id, other.id]);
  expect((await inviteVolunteer(elsewhere.id, limited)).status).toBe(403);
  expect((await inviteAdministrator(api.admin.user?.id ?? '', limited)).status).toBe(403);
  // Event administrators cannot set addresses.
  const email = `limited${next()}@example.com`;
  const createdInvitation = (await inviteVolunteer(id, limited, { email })).as(invitation);
  expect(createdInvitation.to).toBeNull();
  // The link would give access to the volunteer's new event.
  await api.admin.post('/api/volunteer-assignments', { volunteerId: id, eventId: other.id });
  expect(await works(createdInvitation.code ?? '')).toBe(false);
  const program = await newProgram(api, ['events:write']);
  expect((await inviteVolunteer(id, program)).status).toBe(403);
});
