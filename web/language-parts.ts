import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { DEFAULT_LANGUAGE } from '../contract/src/languages/languages.ts';
import { isInCode, type TextPart } from '../contract/src/languages/texts.ts';
import { partOf, partsOfSentence, partsWith, readSentences } from '../scripts/sentences.mjs';

const folder = new URL('../contract/src/languages/', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
const contents = files.map((file) => readFileSync(new URL(file, folder), 'utf8'));
const partsOfSentences = findPartsOfSentences();
const hash = createHash('sha256')
  .update(contents.join())
  .update(JSON.stringify([...partsOfSentences]))
  .digest('base64url')
  .slice(0, 8);

/** The directory of the catalogue parts. Its name changes with their content, so that browsers can cache them. */
export const TEXTS_DIRECTORY = `assets/texts-${hash}`;

/** The parts that only the server needs. */
const OF_SERVER = ['previews', 'mail'];

/** The files with these parts of a catalogue. */
export function textFilesOf(language: string, parts: readonly string[]): string[] {
  return parts
    .filter((part) => language !== DEFAULT_LANGUAGE || !isInCode(part))
    .map((part) => `${TEXTS_DIRECTORY}/${language}/${part}.json`);
}

export const builtLanguages = files.map((file) => file.replace('.json', ''));

function* textFiles(): Generator<[fileName: string, source: string]> {
  for (const [index, file] of files.entries()) {
    const { admin = {}, ...catalogue }: Record<string, object> = JSON.parse(contents[index] ?? '');
    for (const [part, texts] of Object.entries({ ...catalogue, ...splitSentences(admin) })) {
      if (OF_SERVER.includes(part)) continue;
      const [fileName] = textFilesOf(file.replace('.json', ''), [part]);
      if (fileName) yield [fileName, JSON.stringify(texts)];
    }
  }
}

/** The parts of each sentence of the code. */
function findPartsOfSentences(): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const { key, file } of readSentences()) files.set(key, [...(files.get(key) ?? []), file]);
  return new Map([...files].map(([key, of]) => [key, partsOfSentence(of)]));
}

/** Splits the administration's sentences into those of every page and those of each room. */
function splitSentences(texts: object): Record<string, object> {
  const parts = [...new Set([...partsOfSentences.values()].flat())];
  const isIn = (key: string, part: string) => {
    const ofPlural = key.replace(/_(zero|one|two|few|many|other)$/, '');
    return (partsOfSentences.get(key) ?? partsOfSentences.get(ofPlural))?.includes(part);
  };
  const entries = Object.entries(texts);
  return Object.fromEntries(
    parts.map((part) => [part, Object.fromEntries(entries.filter(([key]) => isIn(key, part)))]),
  );
}

const SAY = fileURLToPath(new URL('src/lib/texts/say.ts', import.meta.url));
const organisersModules = new Map<string, TextPart>();

/** The parts with a module's own sentences; none for modules without sentences, and for those of every page. */
export function sentencePartsOf(id: string): TextPart[] {
  const part = organisersModules.get(id);
  return part ? (partsWith(part) as TextPart[]).filter(hasSentences) : [];
}

const hasSentences = (part: string) => [...partsOfSentences.values()].flat().includes(part);

/** Lets each module of a room ask for the room's sentences, so that they come with the first page that shows it. */
function needSentences(code: string, id: string): string | undefined {
  const part = partOf(id);
  if (part === 'admin' || !/from '[./]+lib\/texts\/say\.ts'/.test(code)) return undefined;
  organisersModules.set(id, part);
  const parts = partsWith(part).filter(hasSentences);
  return `${code}\nimport { needSentences } from ${JSON.stringify(SAY)};\nneedSentences(${parts.map((each) => `'${each}'`).join()});`;
}

/** Writes a file for each part of each language, so that a page loads only the parts it needs, in one language. */
export function languageParts(): Plugin {
  return {
    name: 'language-parts',
    enforce: 'pre',
    transform: { filter: { id: /\/web\/src\/.*\.tsx?$/ }, handler: needSentences },
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
