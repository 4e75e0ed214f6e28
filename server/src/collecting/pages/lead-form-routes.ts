import { randomUUID } from 'node:crypto';
import { leadFormCalls } from '@drawbridge/contract/calls/pages';
import type { InitialData, PostedEntry } from '@drawbridge/contract/collecting/initial-data';
import { leadFormPath, pages } from '@drawbridge/contract/core/pages';
import { mayEnter } from '@drawbridge/contract/events/entering';
import { isLanguage } from '@drawbridge/contract/languages/languages';
import type { Texts } from '@drawbridge/contract/languages/texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { feature } from '../../core/feature.ts';
import { Problem, unwrap } from '../../errors.ts';
import { listQuestions } from '../../events/questions/store.ts';
import { languageOf, textsIn } from '../../http/languages.ts';
import { networkOf } from '../../http/limits.ts';
import { explain, toProblem } from '../../http/problems.ts';
import { escapeHtml } from '../../http/web-build/web-page.ts';
import type { EntryServices } from '../leads/routes.ts';
import { limitEntries } from '../submission/entry-limits.ts';
import {
  asUnknown,
  canonicalRedirect,
  coalescePageReads,
  loadFormPage,
  nameIn,
  previewOf,
  withTimeout,
} from './initial-data.ts';
import { pageIdOf, readEntry, readPostedForm, typedIn } from './rules.ts';

/**
 * The lead form as server-rendered HTML that the browser can post natively: it works without scripts and before
 * they have loaded.
 */
export const leadForm = feature(leadFormCalls, (services: EntryServices, app) => {
  const { db, settings, submitLead, nonces, writes } = services;
  const readForm = coalescePageReads(db, loadFormPage);
  const limits = limitEntries(app, { perMinute: settings.publicSubmitsPerMinute, nonces });
  app.setErrorHandler(limits.delayFailures);
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );

  const showForm =
    (path: string) =>
    ({ request, reply }: { request: FastifyRequest; reply: FastifyReply }) => {
      const redirectPath = canonicalRedirect(request, path);
      return redirectPath ? reply.redirect(redirectPath) : sendForm(request, reply);
    };

  return {
    showLeadForm: showForm(pages.leadForm),
    showShortLeadForm: showForm(pages.shortLeadForm),
    postLeadForm: async ({ params: { eventId }, request, reply }) => {
      const form = readPostedForm(request.body);
      const texts = textsIn(isLanguage(form.language) ? form.language : languageOf(request));
      let posted: PostedEntry;
      let reason: string | undefined;
      try {
        // Archived questions are included, because the page may be older.
        const questions = form.answers ? await listQuestions(db, { eventId }) : new Map();
        const entry = readEntry(eventId, form, [...questions.values()].flat(), texts);
        if ('refused' in entry) {
          reply.code(400);
          posted = entry.refused;
          reason = entry.reason;
        } else {
          await limits.count(request, form.nonce);
          const code = await nonces.codeFor(form.nonce, entry.lead.id);
          const sender = limits.senderOf(request);
          const { lead } = unwrap(
            await submitLead({
              lead: entry.lead,
              source: 'qr',
              channel: 'plain form',
              code,
              sender,
            }),
          );
          const { entryCode } = lead;
          if (entryCode === undefined) throw new Problem('ticket-elsewhere');
          posted = { entered: { ...lead, entryCode } };
        }
      } catch (error) {
        const problem = toProblem(error);
        const { status, retryAfterSeconds } = problem;
        if (status === 500) throw error;
        reply.code(status);
        if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
        const refusal = explain(problem, form, texts);
        posted = { typed: typedIn(form), refusal };
        reason = refusal.fields?.[0]?.message ?? refusal.sentence;
      }
      if (!posted.entered) await limits.delay(request);
      return sendForm(request, reply, { posted, reason, pageId: pageIdOf(form) });
    },
  };

  async function sendForm(
    request: FastifyRequest,
    reply: FastifyReply,
    {
      posted,
      reason,
      pageId = randomUUID(),
    }: { posted?: PostedEntry; reason?: string | undefined; pageId?: string } = {},
  ) {
    const { eventId } = request.params as { eventId: string };
    const [read, nonce] = await Promise.all([
      withTimeout(
        writes,
        readForm(eventId, {
          languageFor: (event) => languageOf(request, event),
          oneLanguage: true,
        }),
      ),
      withTimeout(writes, nonces.issue()),
    ]);
    const event = read?.event && mayEnter(read.event) ? read.event : undefined;
    const language = read?.language ?? languageOf(request);
    const title =
      nameIn(language, event) ?? (read && textsIn(language).text('visitor.eventNotFound'));
    const view: InitialData = {
      ...read?.view,
      ...(posted && { [leadFormPath(eventId)]: { status: 200, body: posted } }),
    };
    const unknown = read && !read.event && !posted;
    if (unknown) reply.code(404);
    return reply.sendPage({
      language,
      ...(title && { title }),
      ...previewOf(event, 'previews.form', language, request),
      ...(Object.keys(view).length > 0 && { view }),
      rendered: {
        own: posted && {
          kind: posted.entered ? 'entered' : 'refused',
          address: networkOf(request.ip),
          summary: summaryOf(posted, reason, textsIn(language), request.url),
        },
        // The address is only in the page of an entry, so that the form is the same for every visitor.
        origin: posted ? `${request.protocol}://${request.host}` : '',
        asksQuestions: event !== undefined && event.questions.length > 0,
        ...(unknown && { as: asUnknown(pages.leadForm) }),
      },
      hiddenFields: {
        id: pageId,
        nonce,
        language,
        consentVersion: read?.event && String(read.event.consentVersion),
        questionsVersion: read?.event && String(read.event.questionsVersion),
      },
    });
  }
});

/** The outcome of an entry in a few words, for browsers without scripts. */
function summaryOf(
  posted: PostedEntry,
  reason: string | undefined,
  texts: Texts,
  form: string,
): string {
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
  if (posted.entered) {
    return [
      `<h1>${escapeHtml(texts.text('visitor.thankYou'))}</h1>`,
      paragraph(texts.text('visitor.entered')),
      paragraph(texts.text('verify.entryCodeOf', { code: posted.entered.entryCode })),
    ].join('');
  }
  const link = `<p><a href="${escapeHtml(form)}">${escapeHtml(texts.text('visitor.tryAgain'))}</a></p>`;
  return paragraph(reason ?? texts.text('visitor.failed')) + link;
}
