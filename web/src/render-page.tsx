import type { InitialData } from '@drawbridge/contract/collecting/initial-data';
import { pageRegExp, pages } from '@drawbridge/contract/core/pages';
import type { Language } from '@drawbridge/contract/languages/languages';
import type { Catalogue } from '@drawbridge/contract/languages/texts';
import { type ReactNode, StrictMode, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { LeadFormPage } from './app/pages/lead-form-page.tsx';
import { LoginPage } from './app/pages/login-page.tsx';
import { RafflePage } from './app/pages/raffle-page.tsx';
import { StagePage } from './app/pages/stage-page.tsx';
import { TicketPage } from './app/pages/ticket-page.tsx';
import { VerifyPage } from './app/pages/verify-page.tsx';
import { WorkspaceFrame } from './app/workspace-frame.tsx';
import { QuestionPartContext } from './collecting/entry/api.ts';
import * as questionPart from './collecting/lead-form/question-fields.tsx';
import formStyles from './lead-form.css?inline';
import { InitialDataContext } from './lib/api/initial-data.ts';
import { newQueryClient } from './lib/queries/query-client.ts';
import { qrPath } from './lib/texts/qr-path.ts';
import { setTexts } from './lib/texts/texts.ts';
import { QrLinkContext } from './ui/qr-codes/qr-link.tsx';

/** The styles of the lead form alone, inlined into its HTML. */
export const leadFormStyles: string = formStyles;

export interface RenderedPage {
  path: string;
  view: InitialData;
  /** The origin of the server, as the visitor's browser knows it. */
  origin: string;
  language: Language;
}

type PageOfEvent = (props: { eventId: string }) => ReactNode;

const leadForm = pageRegExp(pages.leadForm, pages.shortLeadForm);
const workspacePages: [path: RegExp, page: PageOfEvent][] = [
  [pageRegExp(pages.login), LoginPage],
  [pageRegExp(pages.raffle), RafflePage],
  [pageRegExp(pages.stage), StagePage],
  [pageRegExp(pages.ticket), TicketPage],
  [pageRegExp(pages.verify), VerifyPage],
];

/**
 * Renders a page to HTML on the server; returns an empty string for pages that only the browser renders. The page has a
 * build of its own (`vite.config.ts`) and is hydrated by the same components in `main.tsx`. `Suspense` is here because
 * it leaves marks that the browser looks for.
 */
export function renderPage(
  { path, view, origin, language }: RenderedPage,
  catalogue: Catalogue,
): string {
  setTexts(language, catalogue);
  const eventId = decodeURIComponent(path.split('/')[2] ?? '');
  const Page = workspacePages.find(([pattern]) => pattern.test(path))?.[1];
  if (!Page && !leadForm.test(path)) return '';
  const html = renderToString(
    <StrictMode>
      <InitialDataContext value={view}>
        <QrLinkContext value={(link) => qrPath(`${origin}${link}`)}>
          <Suspense>
            {Page ? (
              <Router ssrPath={path}>
                <WorkspaceFrame client={newQueryClient(view)}>
                  <Page eventId={eventId} />
                </WorkspaceFrame>
              </Router>
            ) : (
              <QuestionPartContext value={questionPart}>
                <LeadFormPage eventId={eventId} />
              </QuestionPartContext>
            )}
          </Suspense>
        </QrLinkContext>
      </InitialDataContext>
    </StrictMode>,
  );
  // React puts the title first. The page's head has one already.
  return html.replace(/^<title>.*?<\/title>/s, '');
}
