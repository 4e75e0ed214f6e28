// The public site: README, handbook and documents by VitePress, and the page 'Check a draw'. `npm run site` builds it.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tables } from '../../scripts/handbook/tables.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const icon = readFileSync(join(root, 'web/public/favicon.svg')).toString('base64');
const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '');

/** The addresses of pages that are not in `docs`. */
const pages = {
  'README.md': 'index.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'reporting.md',
  'site/check.md': 'check.md',
};

const handbook = [
  { text: 'For organisers', link: '/handbook/organisers' },
  { text: 'For volunteers', link: '/handbook/volunteers' },
  { text: 'Privacy texts', link: '/handbook/privacy-text' },
  { text: 'Moving in and out', link: '/handbook/moving' },
];
const operators = [
  { text: 'Install', link: '/install' },
  { text: 'Settings', link: '/settings' },
  { text: 'Operations', link: '/operations' },
  { text: 'Scale', link: '/scale' },
  { text: 'Security', link: '/security' },
];
const programs = [{ text: 'API', link: '/api' }];
const draw = [
  { text: 'Check a draw', link: '/check' },
  { text: 'The fair draw', link: '/fair-draw' },
  { text: 'The scheme', link: '/fair-draw-spec' },
];
const code = [
  { text: 'Architecture', link: '/architecture' },
  { text: 'Decisions', link: '/decisions/' },
  { text: 'Glossary', link: '/glossary' },
  { text: 'Translating', link: '/translating' },
  { text: 'Performance', link: '/performance' },
  { text: 'Changelog', link: '/changelog' },
];

export default {
  title: 'Drawbridge',
  description: manifest.description,
  head: [['link', { rel: 'icon', href: `data:image/svg+xml;base64,${icon}` }]],
  base: new URL(`${manifest.homepage}/`).pathname,
  srcDir: '..',
  outDir: './dist',
  cacheDir: '../node_modules/.cache/site',
  cleanUrls: true,
  srcExclude: ['**/node_modules/**', '{contract,server,web,deploy,bench,scripts,.github}/**/*.md'],
  rewrites: addressOf,
  themeConfig: {
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: repository }],
    nav: [
      { text: 'Handbook', items: handbook },
      { text: 'Operate', items: operators },
      { text: 'Integrate', items: programs },
      { text: 'Check a draw', link: '/check' },
    ],
    sidebar: [
      { text: 'Handbook', items: handbook },
      { text: 'Operate', items: operators },
      { text: 'Integrate', items: programs },
      { text: 'The draw', items: draw },
      { text: 'Engineers', items: code },
    ],
  },
  markdown: {
    config(markdown) {
      markdown.core.ruler.push('repository', ({ tokens, env }) => {
        for (const token of tokens) {
          const table = /^<!-- (\w+) -->/.exec(token.content)?.[1];
          if (token.type === 'html_block' && tables[table]) token.content = tables[table]();
          for (const child of token.children ?? [])
            leadLink(child, relative(root, env.realPath ?? env.path));
        }
      });
    },
  },
  vite: {
    resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
    worker: { format: 'es' },
  },
};

/** The path of a page of the site, from its file in the repository. */
function addressOf(file) {
  return pages[file] ?? file.replace(/^docs\//, '').replace(/README\.md$/, 'index.md');
}

/** Leads a link to another document to its page, and a link to any other file to the repository. */
function leadLink(token, page) {
  const href = token.type === 'link_open' ? token.attrGet('href') : null;
  if (!href || /^([a-z]+:|#|\/)/i.test(href)) return;
  const [target, anchor] = href.split('#');
  const path = posix.join(posix.dirname(page), target);
  if (/^docs\/.*\.md$/.test(path) || pages[path]) {
    const address = addressOf(path).replace(/(index)?\.md$/, '');
    token.attrSet('href', `/${address}${anchor ? `#${anchor}` : ''}`);
  } else if (existsSync(join(root, path))) {
    const kind = statSync(join(root, path)).isDirectory() ? 'tree' : 'blob';
    token.attrSet('href', `${repository}/${kind}/v${manifest.version}/${path}`);
  }
}
