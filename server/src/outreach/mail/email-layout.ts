import { brandTokens } from '@drawbridge/contract/core/brand';
import { type Language, languages } from '@drawbridge/contract/languages/languages';

export type Fact = [name: string, value: string];

interface Link {
  label: string;
  url: string;
}

/** A mail in the reader's language, before it is rendered as text and HTML. */
export interface Email {
  language: Language;
  subject: string;
  /** The paragraphs: text, or names with their values, the first of which is large. */
  paragraphs: (string | Fact[])[];
  button?: Link | undefined;
  /** The small print below the rest. */
  footer?: (string | Link)[] | undefined;
  /** The link that unsubscribes from the event's mail. */
  unsubscribe?: Link | undefined;
  /** The event's colour, and the absolute URL of its logo. */
  brand?: { accent: string | null; logo: string | undefined } | undefined;
}

export function writeText({ paragraphs, button, footer = [], unsubscribe }: Email): string {
  const blocks = paragraphs.map((each) =>
    typeof each === 'string' ? each : each.map((pair) => pair.join(': ')).join('\n'),
  );
  if (button) blocks.push(`${button.label}:\n${button.url}`);
  const small = [...footer, ...(unsubscribe ? [unsubscribe] : [])].map((each) =>
    typeof each === 'string' ? each : `${each.label}: ${each.url}`,
  );
  if (small.length > 0) blocks.push(`-- \n${small.join('\n\n')}`);
  return `${blocks.join('\n\n')}\n`;
}

/** The styles of mail. Mail programs support little more than these. The colours are those of our pages. */
const style = {
  page: 'margin:0;padding:24px 12px;background:#fbfaf6;color:#191e2a',
  card: 'max-width:480px;margin:0 auto;padding:28px 24px;background:#ffffff;border:1px solid #e2dfd8;border-radius:14px;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif',
  title: 'margin:0 0 16px;font-size:20px;line-height:1.3',
  paragraph: 'margin:0 0 16px',
  facts: 'margin:0 0 16px;padding:14px 16px;border:1px dashed #99958b;border-radius:10px',
  fact: 'margin:0 0 4px',
  large: 'font-size:28px;line-height:1.25',
  button:
    'display:inline-block;padding:12px 20px;border:0;border-radius:10px;background:#c6361e;color:#ffffff;font:inherit;font-weight:600;text-decoration:none;cursor:pointer',
  small: 'margin:12px 0 0;font-size:13px;color:#575c69',
  // Logos get a white background, because they are made for paper.
  logo: 'display:block;height:48px;margin:0 0 16px;padding:4px;background:#ffffff;border-radius:6px',
} as const;

/** The styles with those of the event's colour, if it has one. */
function styleOf(accent: string | null | undefined) {
  if (!accent) return style;
  const { '--accent': fill, '--on-accent': ink } = brandTokens(accent, 'light');
  return {
    ...style,
    // The border colour is important, so that the dark variant keeps it.
    card: `${style.card};border-top:6px solid ${fill};border-top-color:${fill} !important`,
    button: `${style.button};background:${fill};color:${ink}`,
  };
}

/** The dark variant, for mail programs that support one. */
const dark = `@media (prefers-color-scheme: dark) {
  body { background: #12151d !important; color: #f2f0ec !important }
  .card { background: #1a1e28 !important; border-color: #313541 !important }
  .small { color: #a8acb6 !important }
}`;

export function writeHtml(email: Email): string {
  const { button, footer = [], unsubscribe, brand } = email;
  return writePage(email, [
    ...(button
      ? [
          `<p style="${style.paragraph}"><a href="${escaped(button.url)}" style="${styleOf(brand?.accent).button}">${escaped(button.label)}</a></p>`,
        ]
      : []),
    ...[...footer, ...(unsubscribe ? [unsubscribe] : [])].map(
      (each) => `<p class="small" style="${style.small}">${writeSmall(each)}</p>`,
    ),
  ]);
}

const writeSmall = (each: string | Link) =>
  typeof each === 'string'
    ? escaped(each)
    : `<a href="${escaped(each.url)}" style="color:inherit">${escaped(each.label)}</a>`;

function writePage(
  { language, subject, paragraphs, brand }: Omit<Email, 'button' | 'footer' | 'unsubscribe'>,
  rest: string[],
): string {
  const logo = brand?.logo ? `<img src="${escaped(brand.logo)}" alt="" style="${style.logo}">` : '';
  const blocks = paragraphs.map((each) =>
    typeof each === 'string'
      ? `<p style="${style.paragraph}">${escaped(each)}</p>`
      : `<div style="${style.facts}">${each.map(writeFact).join('')}</div>`,
  );
  return `<!doctype html>
<html lang="${language}" dir="${languages[language].direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title><style>${dark}</style></head>
<body style="${style.page}"><div class="card" style="${styleOf(brand?.accent).card}">${logo}<h1 style="${style.title}">${escaped(subject)}</h1>
${[...blocks, ...rest].join('\n')}
</div></body>
</html>
`;
}

const writeFact = ([name, value]: Fact, index: number) =>
  index === 0
    ? `<p style="${style.fact}">${escaped(name)}<br><strong style="${style.large}"><bdi>${escaped(value)}</bdi></strong></p>`
    : `<p style="${style.fact}">${escaped(name)}: <strong><bdi>${escaped(value)}</bdi></strong></p>`;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
export const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
