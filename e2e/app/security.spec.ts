import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ADMIN } from '../harness/launch-server.ts';
import { expect, test as harness } from '../harness/test.ts';

/** Another site: it records requests, and serves the given page. */
interface Elsewhere {
  url: string;
  asked: string[];
  show(html: string): void;
}

const test = harness.extend<{ elsewhere: Elsewhere }>({
  // These tests provoke violations that the page must otherwise never cause.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from here.
  quietPage: async ({}, use) => use(undefined),

  // biome-ignore lint/correctness/noEmptyPattern: see above.
  elsewhere: async ({}, use) => {
    const requested: string[] = [];
    let page = '';
    const server: Server = createServer((request, response) => {
      requested.push(request.url ?? '');
      response.setHeader('content-type', 'text/html').end(page);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await use({
      url,
      asked: requested,
      show: (html) => {
        page = html;
      },
    });
    server.closeAllConnections();
    server.close();
  },
});

interface Area {
  path: (eventId: string) => string;
  ready: string;
  who?: 'volunteer' | 'admin';
}

const areas: Record<string, Area> = {
  'the public form': { path: (id) => `/event/${id}/submit`, ready: 'form' },
  'the admin area': { path: () => '/admin/events', ready: 'article', who: 'admin' },
  // The volunteer area is the last one, because its service worker would respond for the others.
  'the volunteer area': { path: () => '/volunteer/leads', ready: 'form', who: 'volunteer' },
};

/** A third-party page, which takes a while to open. */
const description: Record<string, Area> = {
  'the description of the API': { path: () => '/api/docs', ready: '.opblock' },
};

/** The directives whose violations the browser must report. */
const refusals = [
  'base-uri',
  'connect-src',
  'form-action',
  'frame-src',
  'object-src',
  'script-src-attr',
  'script-src-elem',
];

for (const { which, tag, pages } of [
  { which: 'no page', tag: [], pages: areas },
  { which: 'nor the description of the API', tag: ['@thorough'], pages: description },
]) {
  test(`${which} runs a foreign script, talks to anybody else or is in anybody's frame`, {
    tag,
  }, async ({ page, api, signIn, baseURL, elsewhere }) => {
    const origins = new Set<string>();
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http')) origins.add(origin);
    });
    const event = await api.createEvent();
    const volunteer = await api.createVolunteer();
    await api.assign(volunteer.user.id, event.id);
    const addresses: string[] = [];
    for (const [name, { path, ready, who }] of Object.entries(pages)) {
      await test.step(name, async () => {
        if (who) await signIn(who === 'admin' ? ADMIN : volunteer);
        origins.clear();
        await page.goto(path(event.id));
        await expect(page.locator(ready).first()).toBeVisible();
        addresses.push(page.url());
        expect([...origins]).toEqual([baseURL]);
        expect(await page.context().cookies()).toEqual([]);

        const refused = await page.evaluate(
          async ([other, expected]) => {
            const violations: string[] = [];
            document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
              violations.push(effectiveDirective),
            );
            const script = (fields: Partial<HTMLScriptElement>) =>
              document.body.append(Object.assign(document.createElement('script'), fields));
            const slipIn = (html: string) => {
              const box = document.createElement('div');
              box.innerHTML = html;
              document.body.append(box);
              return box;
            };
            script({ textContent: 'window.pwned = "inline"' });
            script({ src: 'data:text/javascript,window.pwned="data"' });
            script({ src: `${other}/script.js` });
            slipIn('<img src="data:," onerror="window.pwned = `handler`">');
            slipIn('<a href="javascript:window.pwned=`link`">x</a>').querySelector('a')?.click();
            slipIn(
              `<iframe src="${other}/frame"></iframe><object data="${other}/object"></object>`,
            );
            slipIn(`<base href="${other}/">`);
            slipIn(`<form action="${other}/form"><button></button></form>`)
              .querySelector('button')
              ?.click();
            const answered = await fetch(`${other}/fetch`, { mode: 'no-cors' }).then(
              () => true,
              () => false,
            );
            // Each violation is reported in its own time.
            const patience = performance.now() + 10_000;
            while (!expected.every((directive) => violations.includes(directive))) {
              if (performance.now() > patience) break;
              await new Promise((done) => setTimeout(done, 10));
            }
            const pwned = (window as { pwned?: string }).pwned;
            return { violations, pwned, answered, base: document.baseURI };
          },
          [elsewhere.url, refusals] as const,
        );

        expect(refused.pwned).toBeUndefined();
        expect(refused.answered).toBe(false);
        expect(refused.base).not.toContain(elsewhere.url);
        expect([...new Set(refused.violations)].sort()).toEqual(refusals);
        expect(elsewhere.asked).toEqual([]);
      });
    }

    // Other sites cannot show the pages in a frame.
    const frames = addresses.map((address) => `<iframe src="${address}"></iframe>`);
    elsewhere.show(`<h1>Win a car</h1>${frames.join('')}`);
    await page.goto(elsewhere.url);
    await expect(page.getByRole('heading', { name: 'Win a car' })).toBeVisible();
    const [, ...shown] = page.frames();
    expect(shown).toHaveLength(addresses.length);
    for (const frame of shown) expect(frame.url()).toMatch(/^chrome-error:/);
  });
}

test('a logo is a picture, whatever else it holds', async ({ page, api, elsewhere }) => {
  const event = await api.createEvent();
  // A logo that loads something by itself is refused when it is stored (`pictures.test.ts`).
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"
    onload="top.pwned = 'load'"><script>top.pwned = 'script'; new Image().src = "${elsewhere.url}/tracked.png"</script>
    <a href="${elsewhere.url}/win"><rect width="120" height="40"/></a></svg>`;
  const logo = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  await api.call('POST', '/api/sponsors', {
    eventId: event.id,
    name: 'Mallory',
    logo,
    position: 0,
  });
  for (const path of [`/event/${event.id}/submit`, `/event/${event.id}/raffle`]) {
    await page.goto(path);
    const picture = page.getByRole('img', { name: 'Mallory' });
    await expect(picture).toBeVisible();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(120);
    expect(await page.evaluate(() => (window as { pwned?: string }).pwned)).toBeUndefined();
  }
  // The logo opened by itself is a document of our site, and still runs and loads nothing.
  const address = await page.getByRole('img', { name: 'Mallory' }).getAttribute('src');
  const alone = await page.context().newPage();
  await alone.goto(address ?? '');
  expect(await alone.evaluate(() => document.documentElement.localName)).toBe('svg');
  expect(await alone.evaluate(() => (window as { pwned?: string }).pwned)).toBeUndefined();
  expect(elsewhere.asked).toEqual([]);
});
