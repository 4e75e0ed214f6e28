import { pageCalls } from '@drawbridge/contract/calls/pages';
import { helpPages, leadFormPath, pages, rafflePath } from '@drawbridge/contract/core/pages';
import { mayEnter } from '@drawbridge/contract/events/entering';
import type { TextKey } from '@drawbridge/contract/languages/texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { feature } from '../../core/feature.ts';
import { Problem } from '../../errors.ts';
import { findEventByShortCode } from '../../events/events/store.ts';
import {
  languageOf,
  type OfferedLanguages,
  stageLanguageOf,
  textsIn,
} from '../../http/languages.ts';
import { networkOf } from '../../http/limits.ts';
import { permissionsOf } from '../../http/security-headers.ts';
import { loginMethodsOf } from '../../login/auth/rules.ts';
import { writeCalendar } from './calendar.ts';
import {
  asUnknown,
  canonicalRedirect,
  coalescePageReads,
  type LoadPage,
  loadEventPage,
  loadRafflePage,
  nameIn,
  previewOf,
  withTimeout,
} from './initial-data.ts';

/** A limit above the number of typing errors, and too low to guess an event's code. */
const WRONG_CODES_PER_MINUTE = 30;

interface PageRequest {
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * The public pages. Each page includes the responses to its first requests, which saves a phone on a slow network
 * one round trip. Logos are not included, because they would delay the page.
 */
export const publicPages = feature(pageCalls, ({ db, settings, writes }, { limits }) => {
  const helpPage =
    (path: string) =>
    ({ reply }: PageRequest) =>
      reply.header('permissions-policy', permissionsOf(path)).sendFile(`${path}.html`);

  /** A public page of an event other than its form, with the invitation text of a shared link. */
  const eventPage = (path: string, invitation: TextKey, read: LoadPage) => {
    const readPage = coalescePageReads(db, read);
    return async ({ request, reply }: PageRequest) => {
      const redirectPath = canonicalRedirect(request, path);
      if (redirectPath) return reply.redirect(redirectPath);
      const { eventId } = request.params as { eventId: string };
      // A whole hall reads the wall, so no browser decides its language, and it may alternate between two.
      const isWall = path === pages.stage;
      const languageFor = (event?: OfferedLanguages) =>
        (isWall ? stageLanguageOf : languageOf)(request, event);
      const first = await withTimeout(
        writes,
        readPage(eventId, { languageFor, oneLanguage: !isWall }),
      );
      if (!first) return reply.sendPage({ language: languageFor() });
      const { event, language, view } = first;
      const title = nameIn(language, event) ?? textsIn(language).text('visitor.eventNotFound');
      return reply.code(event ? 200 : 404).sendPage({
        language,
        title,
        view,
        ...previewOf(event, invitation, language, request),
        rendered: { ...(!event && { as: asUnknown(path) }) },
      });
    };
  };

  return {
    showTypedLeadForm: async ({ params: { shortCode }, request, reply }) => {
      const { ip, url } = request;
      const event = await findEventByShortCode(db, shortCode);
      // Wrong codes alone are counted, so that guessing codes cannot lock out others at the same address from the
      // form.
      if (event?.status !== 'active') {
        const subject = `wrong short codes ${networkOf(ip)}`;
        limits.count(request, subject, WRONG_CODES_PER_MINUTE);
        if (event) limits.uncount(subject);
      }
      // The form itself reports an unknown event.
      const path = event && !mayEnter(event) ? rafflePath : leadFormPath;
      const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
      return reply.redirect(path(event?.id ?? shortCode) + query);
    },
    showLogIn: ({ request, reply }) => {
      const redirectPath = canonicalRedirect(request, pages.login);
      if (redirectPath) return reply.redirect(redirectPath);
      const language = languageOf(request);
      const title = textsIn(language).text('previews.logIn');
      const view = {
        '/api/auth/login-methods': { status: 200 as const, body: loginMethodsOf(settings) },
      };
      return reply.sendPage({ language, title, view, lasting: true, rendered: {} });
    },
    showRaffle: eventPage(pages.raffle, 'previews.raffle', loadRafflePage),
    showStage: eventPage(pages.stage, 'previews.raffle', loadRafflePage),
    showTicket: eventPage(pages.ticket, 'previews.ticket', loadEventPage),
    showDrawCalendar: async ({ params: { eventId }, request, reply }) => {
      const { event } = await loadEventPage(db, eventId);
      if (!event?.drawAt) throw new Problem('route-not-found');
      const { protocol, host } = request;
      const language = languageOf(request, event);
      const title = textsIn(language).text('previews.calendar', {
        event: nameIn(language, event) ?? '',
      });
      return reply
        .header('cache-control', 'no-store')
        .type('text/calendar; charset=utf-8')
        .send(
          writeCalendar({
            id: event.id,
            title,
            at: event.drawAt,
            location: event.location,
            url: `${protocol}://${host}${rafflePath(event.id)}`,
          }),
        );
    },
    showVerify: eventPage(pages.verify, 'previews.verify', loadEventPage),
    showOrganisersHelp: helpPage(helpPages.organisers),
    showVolunteersHelp: helpPage(helpPages.volunteers),
    showPrivacyTextHelp: helpPage(helpPages.privacyText),
    showInstallHelp: helpPage(helpPages.install),
    showSettingsHelp: helpPage(helpPages.settings),
    showOperatorsHelp: helpPage(helpPages.operators),
    showFairDrawHelp: helpPage(helpPages.fairDraw),
    showFairDrawSpecHelp: helpPage(helpPages.fairDrawSpec),
    showScaleHelp: helpPage(helpPages.scale),
    showApiHelp: helpPage(helpPages.api),
  };
});
