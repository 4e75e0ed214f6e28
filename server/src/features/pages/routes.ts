import { helpPages, leadFormPath, pages, rafflePath } from '@drawbridge/contract/pages';
import { networkOf } from '../../plugins/limits.ts';
import { permissionsOf } from '../../plugins/security-headers.ts';
import { findEventByShortCode } from '../events/store.ts';
import type { Routes } from '../feature.ts';
import { previewOf, readEvent, readRaffle, withTimeout } from './first-view.ts';
import { leadFormRoutes } from './lead-form-routes.ts';

/** More wrong codes than people mistype, and too few to find an event's by trying. */
const WRONG_CODES_PER_MINUTE = 30;

/** The public pages of an event besides its form, with what a shared link invites to. */
const eventPages = [
  { path: pages.raffle, invitation: 'Watch the draw live', read: readRaffle },
  { path: pages.stage, invitation: 'Watch the draw live', read: readRaffle },
  { path: pages.ticket, invitation: 'A ticket for the draw', read: readEvent },
  { path: pages.verify, invitation: 'Check the draws yourself', read: readEvent },
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
    async ({ params: { shortCode }, ip }, reply) => {
      const event = await findEventByShortCode(services.db, shortCode);
      // Whoever tries codes must not keep the others in a hall, who share the address, from their form.
      if (event?.status !== 'active') {
        const subject = `wrong short codes ${networkOf(ip)}`;
        app.limits.count(subject, WRONG_CODES_PER_MINUTE);
        if (event) app.limits.uncount(subject);
      }
      // The form itself says that there is no such event.
      const path = event?.status === 'ended' ? rafflePath : leadFormPath;
      return reply.redirect(path(event?.id ?? shortCode));
    },
  );

  for (const path of Object.values(helpPages)) {
    app.get(path, { schema: { hide: true } }, (_request, reply) =>
      reply.header('permissions-policy', permissionsOf(path)).sendFile(`${path}.html`),
    );
  }

  app.get(pages.login, { schema: { hide: true } }, (_request, reply) =>
    reply.sendPage({ title: 'Log in', rendered: { shared: true } }),
  );

  for (const { path, invitation, read: readView } of eventPages) {
    app.get<{ Params: { eventId: string } }>(
      path,
      { schema: { hide: true } },
      async (request, reply) => {
        const { eventId } = request.params;
        const read = await withTimeout(services.writes, readView(services.db, eventId));
        if (!read) return reply.sendPage();
        const { event, view } = read;
        const title = event?.name ?? 'Event Not Found';
        return reply.sendPage({
          title,
          view,
          ...previewOf(event, invitation, request),
          // What is not there is said by the browser.
          ...(event && { rendered: { shared: true } }),
        });
      },
    );
  }
};
