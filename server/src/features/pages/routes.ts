import { helpPages, leadFormPath, pages, rafflePath } from '@drawbridge/contract/pages';
import type { TextKey } from '@drawbridge/contract/texts';
import {
  languageOf,
  type OfferedLanguages,
  stageLanguageOf,
  textsIn,
} from '../../plugins/languages.ts';
import { networkOf } from '../../plugins/limits.ts';
import { permissionsOf } from '../../plugins/security-headers.ts';
import { findEventByShortCode } from '../events/store.ts';
import type { Routes } from '../feature.ts';
import { waysOf } from '../sign-on/rules.ts';
import {
  nameIn,
  previewOf,
  type ReadPage,
  readEvent,
  readRaffle,
  sharePage,
  tidyAddress,
  withTimeout,
} from './first-view.ts';
import { leadFormRoutes } from './lead-form-routes.ts';

/** More wrong codes than people mistype, and too few to find an event's by trying. */
const WRONG_CODES_PER_MINUTE = 30;

/** The public pages of an event besides its form, with what a shared link invites to. */
const eventPages: { path: string; invitation: TextKey; read: ReadPage }[] = [
  { path: pages.raffle, invitation: 'previews.raffle', read: readRaffle },
  { path: pages.stage, invitation: 'previews.raffle', read: readRaffle },
  { path: pages.ticket, invitation: 'previews.ticket', read: readEvent },
  { path: pages.verify, invitation: 'previews.verify', read: readEvent },
];

/**
 * Each page includes the responses to its first requests, which saves a phone in a crowded hall one round
 * trip. Logos are not included, because they would delay the page.
 */
export const pageRoutes: Routes = async (app, services) => {
  if (!app.hasReplyDecorator('sendPage')) return;

  await app.register(leadFormRoutes, services);

  app.get<{ Params: { shortCode: string } }>(
    pages.typedLeadForm,
    { schema: { hide: true } },
    async (request, reply) => {
      const { params, ip, url } = request;
      const { shortCode } = params;
      const event = await findEventByShortCode(services.db, shortCode);
      // Whoever tries codes must not keep the others in a hall, who share the address, from their form.
      if (event?.status !== 'active') {
        const subject = `wrong short codes ${networkOf(ip)}`;
        app.limits.count(request, subject, WRONG_CODES_PER_MINUTE);
        if (event) app.limits.uncount(subject);
      }
      // The form itself says that there is no such event.
      const path = event?.status === 'ended' ? rafflePath : leadFormPath;
      const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
      return reply.redirect(path(event?.id ?? shortCode) + query);
    },
  );

  for (const path of Object.values(helpPages)) {
    app.get(path, { schema: { hide: true } }, (_request, reply) =>
      reply.header('permissions-policy', permissionsOf(path)).sendFile(`${path}.html`),
    );
  }

  app.get(pages.login, { schema: { hide: true } }, (request, reply) => {
    const tidy = tidyAddress(request, pages.login);
    if (tidy) return reply.redirect(tidy);
    const language = languageOf(request);
    const title = textsIn(language).text('previews.logIn');
    const view = { '/api/auth/ways': { status: 200 as const, body: waysOf(services.settings) } };
    return reply.sendPage({ language, title, view, lasting: true, rendered: { shared: true } });
  });

  for (const { path, invitation, read } of eventPages) {
    const readPage = sharePage(services.db, read);
    app.get<{ Params: { eventId: string } }>(
      path,
      { schema: { hide: true }, config: { sharesReads: true } },
      async (request, reply) => {
        const tidy = tidyAddress(request, path);
        if (tidy) return reply.redirect(tidy);
        const { eventId } = request.params;
        // A whole hall reads the stage, so no browser decides its language, and it may alternate between two.
        const ofStage = path === pages.stage;
        const languageFor = (event?: OfferedLanguages) =>
          (ofStage ? stageLanguageOf : languageOf)(request, event);
        const first = await withTimeout(
          services.writes,
          readPage(eventId, { languageFor, oneLanguage: !ofStage }),
        );
        if (!first) return reply.sendPage({ language: languageFor() });
        const { event, language, view } = first;
        const title = nameIn(language, event) ?? textsIn(language).text('visitor.eventNotFound');
        return reply.sendPage({
          language,
          title,
          view,
          ...previewOf(event, invitation, language, request),
          // What is not there is said by the browser.
          ...(event && { rendered: { shared: true } }),
        });
      },
    );
  }
};
