// Fails if a text is missing, unused, or differs in its placeholders: part of `npm run lint`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'contract/src/languages');
/** The parts whose texts have the English sentence as their key, in the contract and the server. */
const BY_SENTENCE = ['sentences', 'findings', 'problems'];
const FORM = /_(zero|one|two|few|many|other)$/;

const catalogues = Object.fromEntries(
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => [file.replace('.json', ''), readCatalogue(file)]),
);

/** All texts of a file by part and key: `visitor.submit`. */
function readCatalogue(file) {
  const parts = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  return new Map(
    Object.entries(parts).flatMap(([part, texts]) =>
      Object.entries(texts).map(([key, text]) => [`${part}.${key}`, text]),
    ),
  );
}

const problems = [];
const english = catalogues.en;

for (const [language, texts] of Object.entries(catalogues)) {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const expected = new Map();
  for (const [key, text] of english) {
    if (!FORM.test(key)) expected.set(key, text);
    else for (const form of forms) expected.set(key.replace(FORM, `_${form}`), text);
  }
  for (const [key, text] of expected) {
    const translated = texts.get(key);
    if (!translated) problems.push(`${language}: ${key} is missing`);
    else if (placesIn(translated, key) !== placesIn(text, key)) {
      problems.push(`${language}: ${key} needs ${placesIn(text, key) || 'no places'}`);
    }
  }
  for (const key of texts.keys()) {
    if (!expected.has(key)) problems.push(`${language}: ${key} is not an English text`);
  }
}

/** The placeholders and tags of a text. A plural form may omit its number: 'one person'. */
function placesIn(text, key) {
  const places = text.match(/\{\w+\}|<\/?\w+>/g) ?? [];
  return [...new Set(places)]
    .filter((placeholder) => !(FORM.test(key) && placeholder === '{count}'))
    .sort()
    .join(' ');
}

const parts = [...new Set([...english.keys()].map((key) => key.split('.', 1)[0]))];
const literal = new RegExp(
  `(['"\`])((?:${parts.join('|')})\\.(?:\\$\\{[^}]*\\}|[\\w.-])+)\\1`,
  'g',
);
const used = new Set();
const patterns = [];
for (const source of sources(['contract/src', 'server/src', 'web/src'])) {
  for (const [, , key] of source.matchAll(literal)) {
    if (!key.includes('${')) used.add(key);
    else patterns.push(new RegExp(`^${key.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '.+')}$`));
  }
}
for (const key of english.keys()) {
  if (BY_SENTENCE.includes(key.split('.', 1)[0])) continue;
  const name = key.replace(FORM, '');
  if (!used.has(name) && !patterns.some((pattern) => pattern.test(name))) {
    problems.push(`en: nothing uses ${name}`);
  }
}

function* sources(folders) {
  for (const directory of folders) {
    for (const file of readdirSync(join(root, directory), { recursive: true })) {
      if (/(?<!\.test)\.tsx?$/.test(file)) yield readFileSync(join(root, directory, file), 'utf8');
    }
  }
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
