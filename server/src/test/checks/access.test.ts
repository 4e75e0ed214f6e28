import type { AllowedFor, Call } from '@drawbridge/contract/core/call';
import { type Scope, scopeNames } from '@drawbridge/contract/core/scopes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../../http/session.ts';
import { valuesFor } from '../database/property-runs.ts';
import { examples, type PreparedCall, prepareCall, servedCalls } from '../examples/examples.ts';
import { mailSettings } from '../fakes/mail-server.ts';
import { ADMIN } from '../world/accounts.ts';
import { startApi, type TestApi } from '../world/api.ts';
import type { Client } from '../world/client.ts';
import { createEvent, createVolunteer } from '../world/fixtures.ts';
import { newAdministrator, newProgram, newSession, newSponsorClient, newUser } from './callers.ts';

/*
 * Access: every call of the server against every kind of caller, as its row of the table says, and the rows against the
 * decisions below. The routes come from the server itself, so that one without a row fails. HEAD has no rows of its
 * own: where nobody calls GET, HEAD is called too and must have the same result.
 */

const names = (text: string) => text.trim().split(/\s+/).sort();

/** The decisions about access, apart from the table, so that a row whose guard is changed by mistake fails. */
const decided = {
  /** Unlisted calls are for administrators. */
  allowedFor: {
    anyone: names(`
      logIn logInByCode logInByPasskey logInBySignOn startSignOn endSignOn createPasskeyChallenge getLoginMethods
      askForPasswordLink setPasswordByLink enterRaffle getEvent getPrizes getPrizesLeft getSponsors getPublicSponsors
      getSponsorLogo getPicture getRaffleResults getEventDraws getEventDraw getEventRegister
      getEventRegisterBucket bringBeacon getRollCall sayHere getEventTicket watchRaffle getMissedMoments
      openSponsorLink countFormView applaud showUnsubscribe unsubscribe checkHealth checkReadiness getAddress getDescription showDescription
      getDocsJson getDocsYaml getDocsFile getDocsIndex getDocsScript`),
    users: names(`
      getOwnUser logOut getOwnAccount changeOwnPassword getOwnSessions deleteOtherSessions deleteSession
      confirmWithoutPassword startPasskey createAccountPasskey updateAccountPasskey deleteAccountPasskey getEvents createLead
      getOwnLeads getKnownNumbers updateOwnLead deleteOwnLead getOwnAssignments sendHeartbeat handOverPrizeByCode
      handOverPrize deleteHandover markHere`),
    sponsors: names('getSponsorPage getSponsorPageReport replaceSponsorNote downloadSponsorLeads'),
  },
  /** Apart from public calls, tokens can make no others. */
  scopes: {
    'events:read': names(
      'getEvents getEventAnswers getEventFigures getEventReadiness watchEvents getAnalytics getPrizeNotes getPrizes',
    ),
    'events:write': names(`
      createEvent updateEvent replaceEventQuestions replaceEventTranslations deleteSilentDevices createSponsor
      updateSponsor restoreSponsor deleteSponsor createPrize orderPrizes updatePrize restorePrize deletePrize`),
    'leads:read': names(`
      getLeads exportLeads exportLeadFile countLeads countLeadMarks getLeadSubmitters getLead getImport
      getImportDuplicates`),
    'leads:write': names(
      'createLead updateLead deleteLead createImport addImportRows commitImport deleteImport',
    ),
    'draws:read': names('getEligiblePeople getEventWinners exportWinners'),
    'webhooks:write': names('getWebhooks createWebhook updateWebhook deleteWebhook'),
  } satisfies Record<Scope, string[]>,
  /** Event administrators make the other calls about their events, which the request names. */
  eventScope: {
    none: names(`
      createEvent confirmErasure deleteEvent getAccounts createAccount updateAccount resetPassword deleteAccountSecondFactor
      createSample deleteSample inviteAdministrator getTokens createToken confirmToken deleteToken getStatus downloadBackup getMailStatus testMail`),
    'tokens only': names(`
      getWebhooks createWebhook updateWebhook rotateWebhookSecret deleteWebhook testWebhook getWebhookDeliveries
      sendDeliveryAgain`),
    filtered: names(`
      getOwnUser logOut getOwnAccount changeOwnPassword changeOwnEmail changeOwnLanguage getOwnSessions deleteOtherSessions deleteSession
      startSecondFactor confirmSecondFactor replaceRecoveryCodes deleteSecondFactor confirmWithoutPassword startPasskey
      createAccountPasskey updateAccountPasskey deleteAccountPasskey getAnalytics getAuditTrail getAuditChoices exportAudit
      createVolunteer getVolunteers createLoginCodes getAssignments getOwnAssignments sendHeartbeat getLeads
      exportLeads exportLeadFile countLeads countLeadMarks getLeadSubmitters verifyLeads promoteLeads
      deleteLeads giveChances undoLeadSteps getOwnLeads
      getKnownNumbers watchEvents getConsentTexts findPeople getAddressNetwork getPrizes`),
    'filtered for tokens too': names('getEvents'),
  },
};

/** The refusals of calls that require more than the account of a user. The examples are an administrator's. */
const othersRefused: Record<string, Partial<Statuses>> = {
  createLead: { 'other volunteer': 403 },
  handOverPrizeByCode: { 'other volunteer': 403 },
  handOverPrize: { 'other volunteer': 403 },
  deleteHandover: { volunteer: 403, 'other volunteer': 403 },
  markHere: { volunteer: 404, 'other volunteer': 404 },
  updateOwnLead: { volunteer: 404, 'other volunteer': 404 },
  deleteOwnLead: { volunteer: 404, 'other volunteer': 404 },
};

const callers = [
  'nobody',
  'volunteer', // assigned to the event
  'other volunteer', // not assigned
  'administrator',
  'logged out', // an administrator's session that was ended
  'deleted', // a volunteer who was assigned, and whose account is gone
  'sponsor', // somebody who has opened a private link
] as const;
type Caller = (typeof callers)[number];
type Statuses = Record<Caller, number>;

const everybody = (ok: number): Statuses => ({
  nobody: ok,
  volunteer: ok,
  'other volunteer': ok,
  administrator: ok,
  'logged out': ok,
  deleted: ok,
  sponsor: ok,
});
const users = (ok: number): Statuses => ({
  ...everybody(ok),
  nobody: 401,
  'logged out': 401,
  deleted: 401,
  sponsor: 401,
});
const administrators = (ok: number): Statuses => ({
  ...users(ok),
  volunteer: 403,
  'other volunteer': 403,
});

const statusesFor: Record<AllowedFor, (ok: number) => Statuses> = {
  anyone: everybody,
  users,
  administrators,
  sponsors: (ok) => ({ ...everybody(401), sponsor: ok }),
};

const rows = examples.map((example) => ({
  ...example,
  statuses: { ...statusesFor[example.allowedFor](example.status), ...othersRefused[example.name] },
}));

let api: TestApi;
let eventId: string;
let sessions: Record<Caller, Client>;

beforeAll(async () => {
  api = await startApi(mailSettings());
  eventId = (await createEvent(api.admin)).id;
  const volunteer = await createVolunteer(api, [eventId]);
  const other = await createVolunteer(api);
  const deletedVolunteer = await createVolunteer(api, [eventId]);
  const ended = await api.anyone.signIn(ADMIN);
  await ended.post('/api/auth/logout');
  await api.admin.delete(`/api/users/${deletedVolunteer.id}`);

  sessions = {
    nobody: api.anyone,
    volunteer: volunteer.client,
    'other volunteer': other.client,
    administrator: api.admin,
    'logged out': ended,
    deleted: deletedVolunteer.client,
    sponsor: await newSponsorClient(api),
  };
});
afterAll(() => api.close());

/** Calls that end the caller's session, change their account or ask for the password. */
const isOwnAccount = ({ name, route, confirmed }: Call) =>
  confirmed || / \/api\/account(\/|$)/.test(route) || name === 'logOut' || name === 'updateWebhook';

/** The caller's session, or that of a new account of the same kind for a call that changes it. */
async function sessionOf(caller: Caller, call: Call): Promise<Client> {
  if (!isOwnAccount(call)) return sessions[caller];
  if (caller === 'administrator') return newAdministrator(api);
  const volunteers = caller === 'volunteer' || caller === 'other volunteer';
  return volunteers ? newSession(api, await newUser({ api })) : sessions[caller];
}

/** Fields that no call has, which are ignored. */
const unknownFields = { toString: 'x', hasOwnProperty: 1, constructor: 'x', 'ключ 🔑': [{}] };

const nameOf = ({ method, url }: Route) => `${method} ${url}`;

describe('the table of calls', () => {
  /** The names of the calls that pass the test. With `guarded`, public calls are left out. */
  const namesWhere = (test: (call: Call) => boolean, guarded = true) =>
    servedCalls
      .filter((call) => !guarded || call.withoutEvent || !/anyone|sponsors/.test(call.allowedFor))
      .filter(test)
      .map(({ name }) => name)
      .sort();

  it.each(Object.entries(decided.allowedFor))(
    'lets %s make what was decided',
    (allowedFor, expected) => {
      expect(namesWhere((call) => call.allowedFor === allowedFor, false)).toEqual(expected);
    },
  );

  it('deletes by DELETE or, with the password, by POST, and restores by POST, in the same words', () => {
    const usual = { DELETE: /^delete/, '/delete': /^delete/, '/restore': /^restore/ };
    // A roll call is closed rather than deleted, and stays in the record.
    const others = servedCalls.filter(({ name }) => name !== 'closeRollCall');
    for (const { name, route } of others) {
      const [, verb] =
        /^(DELETE)|^POST .*(\/(?:delete|restore))$/.exec(route)?.filter(Boolean) ?? [];
      const words = verb ? usual[verb as keyof typeof usual] : /^(?!delete|remove|restore|recover)/;
      expect(name).toMatch(words);
    }
  });

  it.each(Object.entries(decided.scopes))('lets tokens for %s do so', (scope, expected) => {
    expect(namesWhere((call) => call.scope === scope)).toEqual(expected);
  });

  it.each(Object.entries(decided.eventScope))(
    'limits organisers to %s calls',
    (eventScope, expected) => {
      expect(namesWhere((call) => call.eventScope === eventScope)).toEqual(expected);
    },
  );
});

describe('access by role', () => {
  it('has a row for every route of the server, and no other', () => {
    const served = api.app.routeList.filter(({ method }) => method !== 'HEAD').map(nameOf);
    expect(servedCalls.map(({ route }) => route).sort()).toEqual([...new Set(served)].sort());
  });

  it('knows HEAD only beside GET', () => {
    const having = (matches: string) =>
      api.app.routeList.filter(({ method }) => method === matches).map(({ url }) => url);
    expect([...new Set(having('HEAD'))].sort()).toEqual([...new Set(having('GET'))].sort());
  });

  it.each(rows)('$name', async ({ statuses, ...example }) => {
    const answered = {} as Statuses;
    let prepared: PreparedCall | undefined;
    for (const caller of callers) {
      const client = await sessionOf(caller, example.call);
      const own = client !== sessions[caller];
      if (own || !prepared) {
        prepared = await prepareCall(example, { api, eventId, ...(own && { caller: client }) });
      }
      const { method, url, body } = prepared;
      const input = body && { ...body(), ...unknownFields };
      const more = example.call.query ? `${url.includes('?') ? '&' : '?'}and=more` : '';
      answered[caller] = (await client.send(method, url + more, input)).status;
      if (method === 'GET' && caller === 'nobody') {
        expect((await client.send('HEAD', url)).status).toBe(answered[caller]);
      }
      // Resources that were read, or whose change was refused, are still available for the next caller.
      if (own || (method !== 'GET' && answered[caller] < 400)) prepared = undefined;
    }
    expect(answered).toEqual(statuses);
  });
});

describe('a token', () => {
  const guarded = rows.filter(
    ({ allowedFor }) => allowedFor !== 'anyone' && allowedFor !== 'sponsors',
  );
  const programs = new Map<string, Promise<Client>>();
  /** The token with these scopes; one is enough for all tests. */
  const programFor = (scopes: Scope[]): Promise<Client> => {
    const made = programs.get(scopes.join()) ?? newProgram(api, scopes);
    programs.set(scopes.join(), made);
    return made;
  };

  it.each(guarded)('$name', async (example) => {
    const { scope: needed, route } = example.call;
    // Imports and webhooks belong to the token that creates them, which therefore needs all scopes.
    const own = needed && /:importId|\/api\/webhooks/.test(route);
    const program = await programFor(own ? [...scopeNames] : [needed ?? 'leads:read']);
    const maker = own ? { ...api, admin: program } : api;
    const { method, url, body } = await prepareCall(example, { api: maker, eventId });
    const wrong = await programFor(scopeNames.filter((scope) => scope !== needed));
    const refused = await wrong.send(method, url, body?.());
    expect(refused.problem).toEqual([
      403,
      needed ? 'This token lacks the scope for this' : 'Tokens cannot do this',
    ]);
    if (!needed) return;
    // Tokens change details of leads, but neither verify nor promote them.
    const { status, ...details } = body?.() ?? {};
    expect((await program.send(method, url, body && details)).status).toBe(example.status);
    if (status && route.startsWith('PATCH /api/leads/')) {
      const verifying = await program.send(method, url, { status });
      expect(verifying.problem).toEqual([403, 'Tokens cannot do this']);
    }
  });
});

describe('a problem', () => {
  const guarded = servedCalls.filter(({ allowedFor }) => allowedFor !== 'anyone');

  it.each(guarded)('of $name to nobody comes first', async ({ route }) => {
    for (const response of await provoke(api.anyone, route)) {
      expect(response.problem).toEqual([401, 'Please log in to continue']);
    }
  });

  const administratorCalls = guarded.filter(({ allowedFor }) => allowedFor === 'administrators');
  it.each(administratorCalls)('of $name to volunteers comes first', async ({ route }) => {
    for (const response of await provoke(sessions.volunteer, route)) {
      expect(response.problem).toEqual([403, 'Only administrators can do this']);
    }
  });

  /** Sends input that the route would refuse for other reasons if the guard let it pass. */
  function provoke(client: Client, route: string) {
    const [method = '', url = ''] = route.split(' ');
    const path = `${url.replace(/:\w+/g, 'no-uuid')}?eventId=no-uuid&limit=none&timeZone=none`;
    if (method === 'GET') return Promise.all([client.get(path)]);
    const bodies: [body: string, type: string][] = [
      ['{"broken', 'application/json'],
      ['[]', 'application/json'],
      ['<lead/>', 'application/xml'],
      ['x'.repeat(100_000), 'application/json'],
    ];
    const index = guarded.findIndex((call) => call.route === route);
    return Promise.all(
      valuesFor(index, bodies, bodies.length).map(([body, type]) =>
        client.send(method, path, body, { 'content-type': type }),
      ),
    );
  }
});
