import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FirstView } from '@drawbridge/contract/first-view';
import { LRUCache } from 'lru-cache';

/** What the web's build exports for us (`web/src/render-lead-form.tsx`). */
interface LeadFormContent {
  eventId: string;
  view: FirstView;
  origin: string;
}
interface Renderer {
  renderLeadForm(content: LeadFormContent): string;
  leadFormStyles: string;
}

/** The script that the build writes for the server; it is not served. */
const RENDERER = '.ssr/render-lead-form.js';

/** More than the number of events that take entries at the same time; each takes up a few kilobytes. */
const PAGES_KEPT = 100;

/** Without a renderer in the build, the root stays empty and the browser renders everything. */
export async function loadRenderer(directory: string) {
  const file = join(directory, RENDERER);
  const { renderLeadForm, leadFormStyles }: Renderer = existsSync(file)
    ? await import(pathToFileURL(file).href)
    : { renderLeadForm: () => '', leadFormStyles: '' };
  return { render: renderOnce(renderLeadForm), styles: leadFormStyles };
}

/** A page that is the same for everybody is rendered once, until its content changes. */
function renderOnce(render: Renderer['renderLeadForm']) {
  const pages = new LRUCache<string, string, LeadFormContent>({
    max: PAGES_KEPT,
    memoMethod: (_key, _stale, { context }) => render(context),
  });

  return (content: LeadFormContent, { shared }: { shared: boolean }): string =>
    shared ? pages.memo(JSON.stringify(content), { context: content }) : render(content);
}
