import { registrationResponse } from '@drawbridge/contract/login/auth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { standstill } from '../../test/fakes/until-blocked.ts';
import { ADMIN } from '../../test/world/accounts.ts';
import { startApi, type TestApi } from '../../test/world/api.ts';
import type { ApiResponse } from '../../test/world/client.ts';
import { createVolunteer, next } from '../../test/world/fixtures.ts';
import { invalidCredentials, tryLogIn } from '../../test/world/login.ts';
import { attemptsOf } from '../../test/world/login-attempts.ts';
import { loginLimits } from './rules.ts';
import { hash } from './secrets.ts';

let api: TestApi;
let spend: ReturnType<typeof attemptsOf>['spend'];
let counts: ReturnType<typeof attemptsOf>['counts'];
let letPass: ReturnType<typeof attemptsOf>['letPass'];
beforeAll(async () => {
  // A proxy is trusted, so that a test can use any client address.
  api = await startApi({ TRUST_PROXY: '1' });
  ({ spend, counts, letPass } = attemptsOf(api));
});
afterAll(() => api.close());

const tooManyLogins: ApiResponse['problem'] = [
  429,
  'Too many failed logins. Please wait a moment and try again.',
];
const WRONG = 'not-the-password';
const { knownClient, account: accountLimit, address: addressLimit } = loginLimits;

let address = '';
let volunteer: Awaited<ReturnType<typeof createVolunteer>>;
beforeEach(async () => {
  address = newAddress();
  volunteer = await createVolunteer(api);
});

function newAddress(): string {
  const n = next();
  return `198.51.${n >> 8}.${n & 255}`;
}

const newName = () => `nobody${next()}`;

/** Guesses one after the other, and returns the statuses in this order. */
async function guess(times: number, username: string, from: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < times; i += 1) {
    statuses.push((await tryLogIn(api, username, WRONG, from)).status);
  }
  return statuses;
}

async function enters(
  { username, password }: { username: string; password: string },
  from: string,
  device?: string,
): Promise<number> {
  return (await tryLogIn(api, username, password, from, device)).status;
}

describe('guessing at one address', () => {
  it('is possible ten times, and then once a minute', async () => {
    const { username } = volunteer;
    const free = Array.from({ length: knownClient.burst }, () => 401);
    expect(await guess(knownClient.burst + 2, username, address)).toEqual([...free, 429, 429]);
    for (let minute = 0; minute < 3; minute += 1) {
      await letPass('1 minute');
      expect(await guess(2, username, address)).toEqual([401, 429]);
    }
  });

  it('is refused with 429 and Retry-After, and refused attempts do not count', async () => {
    await spend(`${volunteer.id} at ${address}`, knownClient);
    const before = await counts();
    const response = await tryLogIn(api, volunteer.username, volunteer.password, address);
    expect(response.problem).toEqual(tooManyLogins);
    const seconds = Number(response.headers.get('retry-after'));
    expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= knownClient.seconds).toBe(true);
    expect(await counts()).toEqual(before);
  });

  it('does not stop a volunteer or the first administrator at other addresses', async () => {
    for (const owner of [volunteer, ADMIN]) {
      await guess(4 * knownClient.burst, owner.username, address);
      expect(await enters(owner, address)).toBe(429);
      // The owner is not blocked, even at a new address.
      expect(await enters(owner, newAddress())).toBe(200);
    }
  });

  it('never uses up the limit of the account, however long it goes on', async () => {
    for (let hour = 0; hour < 3; hour += 1) {
      await spend(`${volunteer.id} at ${address}`, knownClient);
      await spend(`account ${volunteer.id}`, { ...accountLimit, burst: knownClient.burst });
      for (let minute = 0; minute < 5; minute += 1) {
        await letPass('1 minute');
        expect(await guess(2, volunteer.username, address)).toEqual([401, 429]);
      }
    }
    expect(await enters(volunteer, newAddress())).toBe(200);
  });

  it('counts concurrent attempts', async () => {
    const responses = await Promise.all(
      Array.from({ length: 3 * knownClient.burst }, () =>
        tryLogIn(api, volunteer.username, WRONG, address),
      ),
    );
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(knownClient.burst);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(2 * knownClient.burst);
  });
});

describe('guessing from many addresses', () => {
  /** Uses up the account's limit, as an attacker with many addresses could. */
  const attack = (key: string) => spend(`account ${key}`, accountLimit);

  it('stops the account at addresses where it has never logged in', async () => {
    for (let i = 0; i < accountLimit.burst / knownClient.burst; i += 1) {
      expect(new Set(await guess(knownClient.burst, volunteer.username, newAddress()))).toEqual(
        new Set([401]),
      );
    }
    expect((await tryLogIn(api, volunteer.username, WRONG, newAddress())).problem).toEqual(
      tooManyLogins,
    );
    await letPass('1 minute');
    expect(await guess(2, volunteer.username, newAddress())).toEqual([401, 429]);
  });

  it.each(['a volunteer', 'the first administrator'])(
    'never stops %s where they have logged in before',
    async (who) => {
      const owner =
        who === 'a volunteer' ? volunteer : { ...ADMIN, id: String(api.admin.user?.id) };
      const [home, phone] = [newAddress(), crypto.randomUUID()];
      expect(await enters(owner, home, phone)).toBe(200);
      await attack(owner.id);
      expect(await enters(owner, newAddress())).toBe(429);
      expect(await enters(owner, newAddress(), crypto.randomUUID())).toBe(429);

      expect(await enters(owner, home)).toBe(200);
      expect(await enters(owner, newAddress(), phone)).toBe(200);
      await letPass('1 hour');
    },
  );

  it("is not helped by another account's device", async () => {
    const [phone, other] = [crypto.randomUUID(), await createVolunteer(api)];
    await enters(other, newAddress(), phone);
    await attack(volunteer.id);
    expect(await enters(volunteer, newAddress(), phone)).toBe(429);
  });
});

describe('guessing in a hall, whose people share its address', () => {
  it('does not stop the device of the owner', async () => {
    const phone = crypto.randomUUID();
    await enters(volunteer, address, phone);
    await guess(2 * knownClient.burst, volunteer.username, address);
    expect(await enters(volunteer, address)).toBe(429);
    expect(await enters(volunteer, address, crypto.randomUUID())).toBe(429);
    for (let i = 0; i < 3; i += 1) expect(await enters(volunteer, address, phone)).toBe(200);
  });

  it('stops the hall after a hundred failures, but not the devices that are known', async () => {
    const phone = crypto.randomUUID();
    await enters(volunteer, address, phone);
    await spend(`address ${address}`, { ...addressLimit, burst: addressLimit.burst - 1 });
    expect(await guess(1, newName(), address)).toEqual([401]);
    await spend(`address ${address}`, { ...addressLimit, seconds: 60 });

    const other = await createVolunteer(api);
    expect((await tryLogIn(api, other.username, other.password, address)).problem).toEqual(
      tooManyLogins,
    );
    expect(await enters(volunteer, address, phone)).toBe(200);
    expect(await enters(other, newAddress())).toBe(200);
  });

  it('has no effect a minute after the last failure, even if everybody logs in at once', async () => {
    const people = [volunteer, await createVolunteer(api), await createVolunteer(api)];
    await spend(`address ${address}`, addressLimit);
    await letPass('1 minute');
    for (let round = 0; round < 2; round += 1) {
      const entered = people.flatMap((person) =>
        [1, 2, 3, 4, 5].map(() => enters(person, address)),
      );
      expect(new Set(await Promise.all(entered))).toEqual(new Set([200]));
    }
  });

  it('is neither extended nor forgiven by logins that succeed', async () => {
    const subjects = [`address ${address}`, `${volunteer.id} at ${address}`] as const;
    await spend(subjects[0], { ...addressLimit, burst: addressLimit.burst - 2 });
    await spend(subjects[1], { ...knownClient, burst: knownClient.burst - 2 });
    const before = await counts(...subjects);
    for (let i = 0; i < 8; i += 1) expect(await enters(volunteer, address)).toBe(200);
    expect(before).toHaveLength(2);
    expect(await counts(...subjects)).toEqual(before);
  });
});

describe('a name that nobody has', () => {
  it('is limited like an account', async () => {
    const free = Array.from({ length: knownClient.burst }, () => 401);
    expect(await guess(knownClient.burst + 1, newName(), address)).toEqual([...free, 429]);
    const name = newName();
    await spend(`account name ${name}`, accountLimit);
    expect(await guess(1, name, newAddress())).toEqual([429]);
  });

  it.each([
    ['capitals', (name: string) => name.toUpperCase()],
    ['a capital I with a dot', (name: string) => name.replaceAll('i', 'İ')],
    ['an i without a dot', (name: string) => name.replaceAll('i', 'ı')],
    ['the sign for kelvin', (name: string) => name.replaceAll('k', '\u212a')],
    ['a capital sharp s', (name: string) => name.replaceAll('ß', 'ẞ')],
    ['a sharp s as two letters', (name: string) => name.replaceAll('ß', 'ss')],
    ['a final sigma', (name: string) => name.replaceAll('σ', 'ς')],
    ['full-width letters', (name: string) => name.replaceAll('i', 'ｉ')],
  ])('is compared with other spellings in the same way as an account: %s', async (_, respell) => {
    const [taken, free] = [`ikßσ${next()}`, `ikßσ${next()}`];
    const registered = await api.admin.post('/api/auth/register', {
      fullName: 'Ingrid Silva',
      username: newName(),
      password: 'secret1',
    });
    const { id } = registered.as(registrationResponse).user;
    // A name of an account that is older than the rules for names.
    await api.sql`update users set username = ${taken} where id = ${id}`;
    await spend(`${id} at ${address}`, knownClient);
    await spend(`name ${free} at ${address}`, knownClient);
    expect(await guess(1, taken, address)).toEqual([429]);
    expect(await guess(1, free, address)).toEqual([429]);
    expect(await guess(1, respell(free), address)).toEqual(await guess(1, respell(taken), address));
  });
});

it('old attempts are deleted without a deadlock between two logins', async () => {
  const [first, second, third] = [newAddress(), newAddress(), newAddress()];
  for (const one of [first, second, third]) await guess(1, newName(), one);
  await letPass('1 hour');
  const calls: Promise<ApiResponse>[] = [];

  await api.sql.begin(async (tx) => {
    // The oldest one, so that both requests reach it before they reach each other's.
    await tx`
      update login_attempts set settled_at = settled_at - interval '1 hour'
      where subject = ${hash(`address ${third}`)}`;
    calls.push(...[first, second].map((one) => tryLogIn(api, newName(), WRONG, one)));
    await standstill(api.sql, calls);
  });

  for (const response of await Promise.all(calls))
    expect(response.problem).toEqual(invalidCredentials);
  await guess(1, newName(), newAddress());
  const swept = hash(`address ${third}`);
  expect(await api.sql`select from login_attempts where subject = ${swept}`).toHaveLength(0);
});
