import type { Plugin } from 'vite';

const text = String.raw`(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|${'`'}(?:[^${'`'}\\]|\\.)*${'`'})`;
const described = new RegExp(
  String.raw`\s*\.describe\(\s*(?:${text}(?:\s*\+\s*${text})*|[\w.]+),?\s*\)`,
  'gs',
);

export const withoutDescriptions = (code: string) => code.replace(described, '');

/** Leaves out what schemas say about their fields: it is for the API's document, which the server makes. */
export const dropDescriptions: Plugin = {
  name: 'drop-descriptions',
  enforce: 'pre',
  apply: 'build',
  transform: { filter: { id: /\/contract\/src\/.*\.ts$/ }, handler: withoutDescriptions },
};
