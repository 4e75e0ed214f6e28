// Tables that the handbook shows from the contract: `<!-- problems -->` in a chapter becomes one.
import { problems } from '@drawbridge/contract/core/errors';
import { scopes } from '@drawbridge/contract/core/scopes';
import {
  requiredScope,
  webhookKinds,
  webhookPayloads,
} from '@drawbridge/contract/outreach/webhooks';

const code = (text) => `<code>${text}</code>`;
const escapeHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The properties of a message about a subject that still exists. */
function propertiesOf(kind) {
  const { data } = webhookPayloads[kind].shape;
  return Object.keys((data.options?.[0] ?? data).shape)
    .map(code)
    .join(', ');
}

export const tables = {
  scopes: () =>
    table(
      ['scope', 'what a token with it may do'],
      Object.entries(scopes).map(([scope, text]) => [code(scope), text]),
    ),
  // The `type` of a problem links to its row.
  problems: () =>
    table(
      ['code', 'status', 'sentence'],
      Object.entries(problems).map(([name, [status, sentence]]) => [
        `<span id="${name}">${code(name)}</span>`,
        String(status),
        escapeHtml(sentence),
      ]),
    ),
  webhooks: () =>
    table(
      ['type', 'when', 'scope', 'data'],
      Object.entries(webhookKinds).map(([kind, text]) => [
        code(kind),
        text,
        code(requiredScope(kind)),
        propertiesOf(kind),
      ]),
    ),
};

function table(head, rows) {
  const row = (cells, name) =>
    `<tr>${cells.map((cell) => `<${name}>${cell}</${name}>`).join('')}</tr>`;
  return `<table>\n<thead>${row(head, 'th')}</thead>\n<tbody>\n${rows.map((cells) => row(cells, 'td')).join('\n')}\n</tbody>\n</table>\n`;
}
