import type { EnteredLead } from '@drawbridge/contract/collecting/leads';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { Browser, Page } from '@playwright/test';

/** Opens the raffle for another visitor in a separate browser, with a live stream. */
export async function openViewer(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  const live = page.waitForResponse((response) => response.url().includes('/live'));
  await page.goto(url);
  await live;
  return page;
}

/** Stores entries on a visitor's phone, as the form does. */
export async function holdTickets(
  page: Page,
  event: AdminEvent,
  ...leads: EnteredLead[]
): Promise<void> {
  const saved = leads.map(({ entryCode, name, submittedAt }) => ({
    eventId: event.id,
    code: entryCode,
    name,
    submittedAt,
  }));
  await page.addInitScript(
    (tickets) => localStorage.setItem('tickets', tickets),
    JSON.stringify(saved),
  );
}
