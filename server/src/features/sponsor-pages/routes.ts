import { contact, listedFields } from '@drawbridge/contract/contact';
import { answerHeadings } from '@drawbridge/contract/lead-values';
import {
  sponsorFileInput,
  sponsorLogIn,
  sponsorPage,
  sponsorPageQuery,
  sponsorReport,
  sponsorSession,
} from '@drawbridge/contract/sponsor-pages';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Problem } from '../../errors.ts';
import { networkOf } from '../../plugins/limits.ts';
import { bearerToken } from '../../plugins/session.ts';
import { recordAudit, recordFailure } from '../audit/store.ts';
import { acceptAttempt, countAttempt } from '../auth/login-attempt-store.ts';
import { passwordMatches } from '../auth/passwords.ts';
import { createToken, describeDevice } from '../auth/rules.ts';
import type { Routes } from '../feature.ts';
import { createTableFile, fileTypes, nameFile } from '../files/table-file.ts';
import { answerCell } from '../questions/rules.ts';
import { describeReport, describeSponsor } from './rules.ts';
import {
  countAgreed,
  findSponsorByLink,
  findSponsorBySession,
  listSharedLeads,
  noteView,
  readReport,
  type SharedWith,
  sharedQuestions,
  startSponsorSession,
  streamSharedLeads,
} from './store.ts';

const tags = ['sponsor page'];
const WRONG_LINKS_PER_MINUTE = 30;
const LINKS_PER_MINUTE = 60;
/** A page asks four times a minute. */
const CALLS_PER_MINUTE = 120;
const FILES_PER_MINUTE = 10;

const actorOf = ({ name }: SharedWith) => ({ id: null, username: `${name} (sponsor)` });
const recordOf = ({ id, name, eventId }: SharedWith) => ({ eventId, subject: { id, name } });
const placeOf = ({ ip, headers }: FastifyRequest) => ({
  device: describeDevice(headers['user-agent']),
  address: ip,
});

/** What a sponsor can do with its private link: read its leads, and nothing else. */
export const sponsorPageRoutes: Routes = async (app, { db }) => {
  /** The sponsor of the request's session. It is looked up for every call, so that a revoked link ends at once. */
  async function sponsorOf(request: FastifyRequest): Promise<SharedWith> {
    const token = bearerToken(request) ?? '';
    const sponsor = await findSponsorBySession(db, token);
    if (!sponsor) throw new Problem('not-signed-in');
    app.limits.count(request, `sponsor session ${token}`, CALLS_PER_MINUTE);
    return sponsor;
  }

  async function noteVisit(request: FastifyRequest, sponsor: SharedWith): Promise<void> {
    if (request.method !== 'GET' || !(await noteView(db, sponsor.id))) return;
    const details = placeOf(request);
    const record = { kind: 'sponsor-leads-viewed', ...recordOf(sponsor), details } as const;
    await recordAudit(db, actorOf(sponsor), record);
  }

  app.post(
    '/session',
    {
      config: {
        who: 'anyone',
        problems: [
          'sponsor-link-invalid',
          'sponsor-password-required',
          'sponsor-password-wrong',
          'too-many-wrong-passwords',
          'too-many-requests',
        ],
      },
      schema: {
        tags,
        summary: "Open a sponsor's private link",
        body: sponsorLogIn,
        response: { 200: sponsorSession },
      },
    },
    async (request) => {
      const { secret, password, device } = request.body;
      const address = networkOf(request.ip);
      const sponsor = await findSponsorByLink(db, secret);
      if (!sponsor) {
        // Nobody guesses a secret. Only wrong ones are counted, so that they keep nobody else out.
        app.limits.count(request, `wrong sponsor links ${address}`, WRONG_LINKS_PER_MINUTE);
        throw new Problem('sponsor-link-invalid');
      }
      app.limits.count(request, `links of sponsor ${sponsor.id} at ${address}`, LINKS_PER_MINUTE);
      const { passwordHash } = sponsor;
      if (passwordHash) {
        if (password === undefined) throw new Problem('sponsor-password-required');
        // As for log-ins: wrong passwords elsewhere do not stop a browser or an address that has been let in before.
        const attempt = { account: `sponsor ${sponsor.id}`, address, device };
        const counted = await countAttempt(db, attempt);
        if (counted.waitSeconds > 0) {
          const retryAfterSeconds = counted.waitSeconds;
          throw new Problem('too-many-wrong-passwords', { retryAfterSeconds });
        }
        if (!(await passwordMatches(passwordHash, password))) {
          const details = placeOf(request);
          const record = { kind: 'sponsor-password-wrong', ...recordOf(sponsor), details } as const;
          await recordFailure(db, undefined, record);
          throw new Problem('sponsor-password-wrong');
        }
        await acceptAttempt(db, attempt, counted);
      }
      const token = createToken();
      if (!(await startSponsorSession(db, { secret, token, passwordHash }))) {
        throw new Problem('sponsor-link-invalid');
      }
      return { token };
    },
  );

  app.get(
    '/',
    {
      schema: {
        tags,
        summary: "A sponsor's own leads, a page at a time",
        querystring: sponsorPageQuery,
        response: { 200: sponsorPage },
      },
    },
    async (request) => {
      const sponsor = await sponsorOf(request);
      await noteVisit(request, sponsor);
      const agreed = await countAgreed(db, sponsor);
      const leads = await listSharedLeads(db, sponsor, request.query.page);
      return { ...describeSponsor(sponsor), agreed, leads, endsOn: sponsor.endsOn };
    },
  );

  app.get(
    '/report',
    {
      schema: {
        tags,
        summary: 'How the event went for the sponsor',
        response: { 200: sponsorReport },
      },
    },
    async (request) => {
      const sponsor = await sponsorOf(request);
      await noteVisit(request, sponsor);
      return describeReport(sponsor, await readReport(db, sponsor));
    },
  );

  app.post(
    '/file',
    {
      config: { problems: ['too-many-requests'] },
      schema: {
        tags,
        summary: "A CSV file or workbook of all of a sponsor's leads",
        body: sponsorFileInput,
        produces: Object.values(fileTypes),
        response: { 200: z.string() },
      },
    },
    async (request, reply) => {
      const { format } = request.body;
      const sponsor = await sponsorOf(request);
      app.limits.count(request, `files of sponsor ${sponsor.id}`, FILES_PER_MINUTE);
      const questions = sharedQuestions(sponsor);
      await recordAudit(db, actorOf(sponsor), {
        kind: 'sponsor-leads-downloaded',
        ...recordOf(sponsor),
        details: { leads: await countAgreed(db, sponsor), format, ...placeOf(request) },
      });
      const file = streamSharedLeads(db, sponsor, {
        writer: createTableFile({
          format,
          timeZone: sponsor.event.timeZone,
          title: 'Leads',
          columns: [...listedFields.map((field) => contact[field].labels.export), 'Submitted At'],
          more: answerHeadings(questions),
        }),
        cellsOf: (answers) => questions.map((each) => answerCell(each, answers[each.id])),
      });
      nameFile(reply, format, 'leads', sponsor.eventId);
      return reply.type(fileTypes[format]).send(file as never) as never;
    },
  );
};
