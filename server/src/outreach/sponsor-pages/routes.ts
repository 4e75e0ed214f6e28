import { contact, listedFields } from '@drawbridge/contract/collecting/contact';
import { answerHeadings } from '@drawbridge/contract/collecting/lead-values';
import { fileTypes } from '@drawbridge/contract/core/files/file-types';
import { sponsorPageCalls } from '@drawbridge/contract/outreach/calls/sponsor-pages';
import type { FastifyRequest } from 'fastify';
import { recordAudit, recordFailure } from '../../core/change/audit-log.ts';
import { readPage } from '../../core/cursor.ts';
import { feature } from '../../core/feature.ts';
import { createTableFile, nameFile } from '../../core/files/table-file.ts';
import { Problem } from '../../errors.ts';
import { answerCell } from '../../events/questions/rules.ts';
import { networkOf } from '../../http/limits.ts';
import { bearerToken } from '../../http/session.ts';
import { acceptAttempt, countAttempt } from '../../login/auth/login-attempt-store.ts';
import { clientLocation } from '../../login/auth/rules.ts';
import { createToken, passwordMatches } from '../../login/auth/secrets.ts';
import {
  countAgreed,
  describeSponsor,
  findSponsorByLink,
  findSponsorBySession,
  listSharedLeads,
  readReport,
  recordView,
  type SharedWith,
  sharedQuestions,
  startSponsorSession,
  streamSharedLeads,
  writeNote,
} from './store.ts';

const LINKS_PER_MINUTE = 60;
/** The limit for all pages of a sponsor together: each polls four times a minute, and sends every search. */
const CALLS_PER_MINUTE = 240;
const FILES_PER_MINUTE = 10;

const actorOf = ({ name }: SharedWith) => ({ id: null, username: `${name} (sponsor)` });
const recordOf = ({ id, name, eventId }: SharedWith) => ({ eventId, subject: { id, name } });

export const sponsorPages = feature(sponsorPageCalls, ({ db }, { limits }) => {
  /**
   * The sponsor of the request's session. It is looked up for every call, so that revoking a link takes effect at once.
   */
  async function sponsorOf(request: FastifyRequest): Promise<SharedWith> {
    const token = bearerToken(request) ?? '';
    const sponsor = await findSponsorBySession(db, token);
    if (!sponsor) throw new Problem('not-signed-in');
    limits.count(request, `sponsor ${sponsor.id}`, CALLS_PER_MINUTE);
    return sponsor;
  }

  async function noteVisit(request: FastifyRequest, sponsor: SharedWith): Promise<void> {
    if (request.method !== 'GET' || !(await recordView(db, sponsor.id))) return;
    const details = clientLocation(request);
    const record = { kind: 'sponsor-leads-viewed', ...recordOf(sponsor), details } as const;
    await recordAudit(db, actorOf(sponsor), record);
  }

  return {
    openSponsorLink: async ({ body: { secret, password, device }, countFailure, request }) => {
      const address = networkOf(request.ip);
      const sponsor = await findSponsorByLink(db, secret);
      if (!sponsor) {
        // The secret cannot be guessed. Only wrong ones are counted, so that they do not block other users.
        countFailure();
        throw new Problem('sponsor-link-invalid');
      }
      limits.count(request, `links of sponsor ${sponsor.id} at ${address}`, LINKS_PER_MINUTE);
      const { passwordHash } = sponsor;
      if (passwordHash) {
        if (password === undefined) throw new Problem('sponsor-password-required');
        // As at login: wrong passwords elsewhere do not block a browser or an address that has logged in before.
        const attempt = { account: `sponsor ${sponsor.id}`, address, device };
        const subjects = await countAttempt(db, attempt, 'too-many-wrong-passwords');
        if (!(await passwordMatches(passwordHash, password))) {
          const details = clientLocation(request);
          const record = { kind: 'sponsor-password-wrong', ...recordOf(sponsor), details } as const;
          await recordFailure(db, undefined, record);
          throw new Problem('sponsor-password-wrong');
        }
        await acceptAttempt(db, attempt, subjects);
      }
      const token = createToken();
      if (!(await startSponsorSession(db, { secret, token, passwordHash }))) {
        throw new Problem('sponsor-link-invalid');
      }
      return { token };
    },
    getSponsorPage: async (exchange) => {
      const sponsor = await sponsorOf(exchange.request);
      await noteVisit(exchange.request, sponsor);
      const { sort, search } = exchange.query;
      let counts = { agreed: 0, found: 0 };
      const leads = await readPage(
        exchange,
        async (page) => {
          const { leads, ...counted } = await listSharedLeads(db, sponsor, { sort, search }, page);
          counts = counted;
          return leads;
        },
        ({ at, key: id, sorted: name }) => (sort === 'name' ? { at, id, name } : { at, id }),
      );
      return { ...describeSponsor(sponsor), ...counts, leads, endsOn: sponsor.endsOn };
    },
    getSponsorPageReport: async ({ request }) => {
      const sponsor = await sponsorOf(request);
      await noteVisit(request, sponsor);
      return readReport(db, sponsor);
    },
    replaceSponsorNote: async ({ body, request }) => {
      const sponsor = await sponsorOf(request);
      if (!(await writeNote(db, sponsor, body))) throw new Problem('lead-not-found');
      return body;
    },
    downloadSponsorLeads: async ({ body: { format }, request, reply }) => {
      const sponsor = await sponsorOf(request);
      limits.count(request, `files of sponsor ${sponsor.id}`, FILES_PER_MINUTE);
      const questions = sharedQuestions(sponsor);
      await recordAudit(db, actorOf(sponsor), {
        kind: 'sponsor-leads-downloaded',
        ...recordOf(sponsor),
        details: { leads: await countAgreed(db, sponsor), format, ...clientLocation(request) },
      });
      const file = streamSharedLeads(db, sponsor, {
        writer: createTableFile({
          format,
          timeZone: sponsor.event.timeZone,
          title: 'Leads',
          columns: [
            ...listedFields.map((field) => contact[field].labels.export),
            ...['Submitted At', 'Notes'],
          ],
          more: answerHeadings(questions),
        }),
        cellsOf: (answers) => questions.map((each) => answerCell(each, answers[each.id])),
      });
      nameFile(reply, format, 'leads', sponsor.eventId);
      return reply.type(fileTypes[format]).send(file);
    },
  };
});
