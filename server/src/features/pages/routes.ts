import { helpPages, leadFormPath, pages } from '@drawbridge/contract/pages';
import { permissionsOf } from '../../plugins/security-headers.ts';
import { findEventByShortCode } from '../events/store.ts';
import type { Routes } from '../feature.ts';
import { readEvent, withTimeout } from './first-view.ts';
import { leadFormRoutes } from './lead-form-routes.ts';

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
    async ({ params: { shortCode } }, reply) => {
      const eventId = await findEventByShortCode(services.db, shortCode);
      // The form itself says that there is no such event.
      return reply.redirect(leadFormPath(eventId ?? shortCode));
    },
  );

  for (const path of Object.values(helpPages)) {
    app.get(path, { schema: { hide: true } }, (_request, reply) =>
      reply.header('permissions-policy', permissionsOf(path)).sendFile(`${path}.html`),
    );
  }

  app.get<{ Params: { eventId: string } }>(
    pages.raffle,
    { schema: { hide: true } },
    async (request, reply) => {
      const read = await withTimeout(
        services.writes,
        readEvent(services.db, request.params.eventId),
      );
      if (!read) return reply.sendPage();
      return reply.sendPage({ title: read.event?.name ?? 'Event Not Found', view: read.view });
    },
  );
};
