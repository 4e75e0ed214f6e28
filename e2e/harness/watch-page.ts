import type { ConsoleMessage, Page } from '@playwright/test';

/** The browser's message that it ignores this header over plain HTTP. */
const PLAIN_HTTP = /^The Cross-Origin-Opener-Policy header has been ignored/;

/**
 * Collects everything a page must never do: log an error, throw, or break the security policy. A test that provokes one
 * names it in `provoked`.
 */
export function watchPage(page: Page, provoked?: RegExp): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`page error: ${error.stack || error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' || isRefusal(message) || PLAIN_HTTP.test(message.text())) return;
    if (!provoked?.test(message.text())) {
      complaints.push(`console error: ${message.text()} (${message.location().url})`);
    }
  });
  page.on('requestfailed', (request) => {
    // Leaving a page aborts its running requests, so only blocked ones count.
    const reason = request.failure()?.errorText ?? '';
    if (reason.includes('csp')) complaints.push(`blocked: ${request.url()}`);
  });
  return complaints;
}

/**
 * True for errors that many tests provoke. The browser logs every 4xx as an error, and every request that `route.abort`
 * or a missing network cuts off: the API or a form that refuses or hangs, or an unknown event. A 502 comes from a proxy
 * that a test simulates, never from our server. The browser requests the icon at any time, also while a test has no
 * network.
 */
function isRefusal(message: ConsoleMessage): boolean {
  return (
    /Failed to load resource: (the server responded with a status of (4\d\d|502)|net::ERR_(FAILED|INTERNET_DISCONNECTED))/.test(
      message.text(),
    ) &&
    /^\/(api\/|event\/|lead\/|favicon\.(svg|ico)$)/.test(new URL(message.location().url).pathname)
  );
}
