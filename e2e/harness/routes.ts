import type { Page } from '@playwright/test';

type Url = string | RegExp;

interface Held {
  /** Releases the held requests, and lets later ones through. */
  release(): void;
  readonly calls: number;
}

/** Holds requests until they are released: with the server's response, or with a refusal. */
export async function holdRoute(
  page: Page,
  url: Url,
  { method, refusal, times }: { method?: string; refusal?: string; times?: number } = {},
): Promise<Held> {
  let release = () => {};
  let calls = 0;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    url,
    async (route) => {
      if (method && route.request().method() !== method) return route.fallback();
      calls += 1;
      await released;
      return refusal ? route.fulfill({ status: 429, body: refusal }) : route.continue();
    },
    times ? { times } : {},
  );
  return {
    release,
    get calls() {
      return calls;
    },
  };
}

/** Lets the server handle the next request, but drops its response. */
export async function loseResponse(page: Page, url: Url): Promise<void> {
  await page.route(
    url,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
}
