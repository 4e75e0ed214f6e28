import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { DEFAULT_LANGUAGE } from '../contract/src/languages/languages.ts';
import { IN_CODE } from '../contract/src/languages/texts.ts';

const folder = new URL('../contract/src/languages/', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
const contents = files.map((file) => readFileSync(new URL(file, folder), 'utf8'));
const hash = createHash('sha256').update(contents.join()).digest('base64url').slice(0, 8);

/** The directory of the catalogue parts. Its name changes with their content, so that browsers can cache them. */
export const TEXTS_DIRECTORY = `assets/texts-${hash}`;

/** The parts that only the server needs. */
const OF_SERVER = ['previews', 'mail'];

/** The files with these parts of a catalogue. */
export function textFilesOf(language: string, parts: readonly string[]): string[] {
  return parts
    .filter((part) => language !== DEFAULT_LANGUAGE || !IN_CODE.includes(part))
    .map((part) => `${TEXTS_DIRECTORY}/${language}/${part}.json`);
}

export const builtLanguages = files.map((file) => file.replace('.json', ''));

function* textFiles(): Generator<[fileName: string, source: string]> {
  for (const [index, file] of files.entries()) {
    const catalogue: Record<string, object> = JSON.parse(contents[index] ?? '');
    for (const [part, texts] of Object.entries(catalogue)) {
      if (OF_SERVER.includes(part)) continue;
      const [fileName] = textFilesOf(file.replace('.json', ''), [part]);
      if (fileName) yield [fileName, JSON.stringify(texts)];
    }
  }
}

/** Writes a file for each part of each language, so that a page loads only the parts it needs, in one language. */
export function languageParts(): Plugin {
  return {
    name: 'language-parts',
    config: () => ({ define: { TEXTS_DIRECTORY: JSON.stringify(TEXTS_DIRECTORY) } }),
    configureServer({ middlewares }) {
      const served = new Map(textFiles());
      middlewares.use((request, response, next) => {
        const source = served.get(request.url?.slice(1) ?? '');
        if (source === undefined) return next();
        response.setHeader('content-type', 'application/json').end(source);
      });
    },
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const [fileName, source] of textFiles()) {
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}
