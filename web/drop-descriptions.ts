import type { Plugin } from 'vite';

const text = String.raw`(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|${'`'}(?:[^${'`'}\\]|\\.)*${'`'})`;
const described = new RegExp(
  String.raw`\s*\.describe\(\s*(?:${text}(?:\s*\+\s*${text})*|[\w.]+),?\s*\)`,
  'gs',
);

export const withoutDescriptions = (code: string) => code.replace(described, '');

/** Drops the descriptions of schema fields: only the API's document needs them, which the server generates. */
export const dropDescriptions: Plugin = {
  name: 'drop-descriptions',
  enforce: 'pre',
  apply: 'build',
  transform: { filter: { id: /\/contract\/src\/.*\.ts$/ }, handler: withoutDescriptions },
};
