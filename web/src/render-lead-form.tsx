import type { FirstView } from '@drawbridge/contract/first-view';
import { StrictMode, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { LeadFormPage } from './app/pages/lead-form-page.tsx';
import styles from './lead-form.css?inline';
import { FirstViewContext } from './lib/first-view.ts';
import { qrPath } from './lib/qr-path.ts';
import { QrLinkContext } from './ui/qr-link.tsx';

/** The styles of the lead form, for its HTML. */
export const leadFormStyles: string = styles;

export interface LeadFormContent {
  eventId: string;
  view: FirstView;
  /** The address of the server, as the visitor's browser knows it. */
  origin: string;
}

/**
 * The lead form as HTML, for the server. Built for itself (`vite.config.ts`), and taken over by the same
 * components in `main.tsx`. `Suspense` is here because it leaves a mark that the browser looks for.
 */
export function renderLeadForm({ eventId, view, origin }: LeadFormContent): string {
  const html = renderToString(
    <StrictMode>
      <FirstViewContext value={view}>
        <QrLinkContext value={(path) => qrPath(`${origin}${path}`)}>
          <Suspense>
            <LeadFormPage eventId={eventId} />
          </Suspense>
        </QrLinkContext>
      </FirstViewContext>
    </StrictMode>,
  );
  // React puts the title first. The page's head has one already.
  return html.replace(/^<title>.*?<\/title>/s, '');
}
