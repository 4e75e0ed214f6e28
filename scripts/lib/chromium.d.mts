/** The system's Chromium, or Playwright's own where there is none. */
export function launchOptions(): { executablePath?: string; args: string[] };
