import { type Language, languages } from '@drawbridge/contract/languages/languages';
import { escaped } from './email-layout.ts';

interface UnsubscribePage {
  language: Language;
  title: string;
  /** The event that has sent the mail. */
  eventName: string | undefined;
  text: string;
  /** The label of the button, which posts to the page's own URL. */
  button: string | undefined;
  /** A link to continue with. */
  link: { label: string; path: string } | undefined;
}

/** The styles of the ticket on our other pages (`web/src/styles.css`), without files to load. */
const style = `
:root { color-scheme: light dark; --paper: #fbfaf6; --card: #fff; --line: #e2dfd8; --ink: #191e2a; --ink-2: #575c69; --accent: #c6361e; --on-accent: #fff }
@media (prefers-color-scheme: dark) {
  :root { --paper: #12151d; --card: #1a1e28; --line: #313541; --ink: #f2f0ec; --ink-2: #a8acb6; --accent: #ec6a47; --on-accent: #12151d }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100dvh; display: flex; align-items: center; justify-content: center; padding: 20px; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; text-align: center; overflow-wrap: anywhere }
main { width: 100%; max-width: 448px; border: 1px solid var(--line); border-radius: 14px; background: var(--card); box-shadow: 0 2px 8px rgb(0 0 0 / 6%) }
section { position: relative; padding: 24px 32px }
section + section { border-top: 1px dashed var(--line); display: flex; flex-wrap: wrap; gap: 12px; justify-content: center }
section + section::before, section + section::after { content: ""; position: absolute; top: -10px; width: 20px; height: 20px; border: 1px solid var(--line); border-radius: 50%; background: var(--paper) }
section + section::before { left: -10.5px; clip-path: inset(-1px -1px -1px 9.5px) }
section + section::after { right: -10.5px; clip-path: inset(-1px 9.5px -1px -1px) }
svg { width: 40px; height: 40px; margin: 16px 0 8px; color: var(--accent) }
h1 { margin: 0; font-size: 24px; line-height: 30px }
p { margin: 8px 0 0; color: var(--ink-2) }
.event { color: var(--ink); font-weight: 600 }
a, button { display: inline-block; min-height: 44px; padding: 10px 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); color: var(--ink); font: inherit; font-weight: 600; line-height: 22px; text-decoration: none; cursor: pointer }
button { border-color: transparent; background: var(--accent); color: var(--on-accent) }
`;

const mark =
  'M3.5 3h17A1.5 1.5 0 0 1 22 4.5v4a2.5 2.5 0 0 0 0 5V20a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1v-1a5 5 0 0 0-10 0v1a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1v-6.5a2.5 2.5 0 0 0 0-5v-4A1.5 1.5 0 0 1 3.5 3Z';

export function writeUnsubscribePage({
  language,
  title,
  eventName,
  text,
  button,
  link,
}: UnsubscribePage): string {
  const actions = [
    ...(button ? [`<form method="post"><button>${escaped(button)}</button></form>`] : []),
    ...(link ? [`<a href="${escaped(link.path)}">${escaped(link.label)}</a>`] : []),
  ];
  return `<!doctype html>
<html lang="${language}" dir="${languages[language].direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${style}</style></head>
<body><main>
<section>
<svg aria-hidden="true" viewBox="0 0 24 24" fill="currentColor"><path d="${mark}"/></svg>
<h1>${escaped(title)}</h1>
${eventName ? `<p class="event"><bdi>${escaped(eventName)}</bdi></p>` : ''}
<p>${escaped(text)}</p>
</section>
${actions.length > 0 ? `<section>${actions.join('\n')}</section>` : ''}
</main></body>
</html>
`;
}
