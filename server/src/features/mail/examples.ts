import { giveAddress, newAdministrator, newLoginCode } from '../../test/callers.ts';
import { next } from '../../test/fixtures.ts';
import type { Examples, Prepare } from '../../test/world.ts';
import { newVolunteerId } from '../volunteers/examples.ts';
import { newWin } from '../winners/examples.ts';

const anyId: Prepare = () => ({ params: { id: crypto.randomUUID() } });

export const mailExamples: Examples = {
  askForPasswordLink: () => ({ body: () => ({ email: `nobody${next()}@example.com` }) }),
  setPasswordByLink: async ({ api }) => {
    const code = await newLoginCode(api, (await newAdministrator(api)).user?.id);
    return { body: () => ({ code, newPassword: 'seven brass kettles' }) };
  },
  inviteAdministrator: async ({ api }) => ({
    params: { accountId: (await newAdministrator(api)).user?.id ?? '' },
    body: () => ({ email: `organiser${next()}@example.com` }),
  }),
  inviteVolunteer: async (world) => ({
    params: { volunteerId: await newVolunteerId(world) },
    body: () => ({ email: null }),
  }),
  testMail: async ({ api }) => {
    await giveAddress(api, api.admin.user?.id);
    return {};
  },
  mailLogInLink: async (world) => {
    const volunteerId = await newVolunteerId(world);
    await giveAddress(world.api, volunteerId);
    return { params: { volunteerId } };
  },
  mailWinner: async (world) => {
    const { number } = await newWin(world);
    const [draw] = await world.api.sql<[{ email: string }]>`
      -- Not all who may have won have one.
      update draws set winner_email = coalesce(winner_email, 'winner@example.com')
      where event_id = ${world.eventId} and number = ${number} returning winner_email as email`;
    return { params: { number }, body: () => ({ id: crypto.randomUUID(), email: draw.email }) };
  },
  showStopMail: anyId,
  stopMail: anyId,
};
