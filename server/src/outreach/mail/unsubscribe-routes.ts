import { unsubscribeCalls } from '@drawbridge/contract/calls/pages';
import { uuid } from '@drawbridge/contract/core/inputs/form-rules';
import { rafflePath } from '@drawbridge/contract/core/pages';
import { isLanguage } from '@drawbridge/contract/languages/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { feature } from '../../core/feature.ts';
import { languageOf, textsIn } from '../../http/languages.ts';
import { findSubscription, unsubscribe } from './store.ts';
import { writeUnsubscribePage } from './unsubscribe-page.ts';

/**
 * The unsubscribe link in mail to entrants. Opening it changes nothing, because mail programs fetch links by
 * themselves; its button does, as does the one-click request of RFC 8058. It works without scripts and without a login.
 */
export const unsubscribePages = feature(unsubscribeCalls, ({ db }, app) => {
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string' },
    // The URL contains everything, so the body is ignored.
    (_request, _body, done) => done(null, undefined),
  );

  return {
    showUnsubscribe: ({ params: { id }, request, reply }) => sendPage(id, request, reply),
    unsubscribe: async ({ params: { id }, request, reply }) => {
      if (uuid.test(id)) await unsubscribe(db, id);
      return sendPage(id, request, reply);
    },
  };

  async function sendPage(id: string, request: FastifyRequest, reply: FastifyReply) {
    const subscription = uuid.test(id) ? await findSubscription(db, id) : undefined;
    const language = isLanguage(subscription?.language)
      ? subscription.language
      : languageOf(request);
    const { text } = textsIn(language);
    // An unknown address gets no mail either.
    const unsubscribed = !subscription || subscription.unsubscribed;
    const page = writeUnsubscribePage({
      language,
      title: text('mail.unsubscribe'),
      eventName: subscription?.eventName,
      text: text(unsubscribed ? 'mail.unsubscribed' : 'mail.unsubscribeHelp'),
      button: unsubscribed ? undefined : text('mail.unsubscribe'),
      link: subscription && {
        label: text('mail.followDraw'),
        path: rafflePath(subscription.eventId),
      },
    });
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'no-store',
        'content-language': language,
        'content-security-policy':
          "default-src 'none';style-src 'unsafe-inline';form-action 'self';frame-ancestors 'none'",
      })
      .send(page);
  }
});
