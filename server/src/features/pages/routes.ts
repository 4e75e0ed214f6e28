import { helpPages, pages } from '@drawbridge/contract/pages';
import { permissionsOf } from '../../plugins/security-headers.ts';
import type { Routes } from '../feature.ts';
import { readEvent, withTimeout } from './first-view.ts';
import { leadFormRoutes } from './lead-form-routes.ts';

/**
 * Each page includes the responses to its first requests, which saves a phone in a crowded hall one round
 * trip. Sponsors are not included, because their logos would delay the form.
 */
export const pageRoutes: Routes = async (app, services) => {
  if (!app.hasReplyDecorator('sendPage')) return;

  await app.register(leadFormRoutes, services);

  for (const path of Object.values(helpPages)) {
    app.get(path, { schema: { hide: true } }, (_request, reply) =>
      reply.header('permissions-policy', permissionsOf(path)).sendFile(`${path}.html`),
    );
  }

  app.get<{ Params: { eventId: string } }>(
    pages.raffle,
    { schema: { hide: true } },
    async (request, reply) => {
      const read = await withTimeout(request, readEvent(services.db, request.params.eventId));
      if (!read) return reply.sendPage();
      return reply.sendPage({ title: read.event?.name ?? 'Event Not Found', view: read.view });
    },
  );
};
