import type { Page } from '@playwright/test';

/** Removes the embedded responses from every page, as when the server could not read them in time. */
export async function withoutFirstView(page: Page): Promise<void> {
  await page.route('**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text())
      .replace(/<script type="application\/json" id="initial-data">.*?<\/script>/, '')
      // The rendered HTML shows the responses too.
      .replace(/<div id="root">.*<\/div>(?=<input|\s*<\/body>)/s, '<div id="root"></div>');
    await route.fulfill({ response, body });
  });
}
