// Fails if a text is missing, unused, or differs in its placeholders: part of `npm run lint`. The organisers' sentences
// are in the code, so a missing translation of one is only counted, unless `--complete` wants all of them.
//   --missing de          prints the sentences without a translation as JSON, by part
//   --fill de FILE        adds translations, in the format of `--missing`
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findUnsaid, partsOfSentence, partsWith, readSentences } from './sentences.mjs';

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

/** All texts of a file by part and key: `visitor.submit`. The organisers' sentences are not among them. */
function readCatalogue(file) {
  const { admin: _, ...parts } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  return new Map(
    Object.entries(parts).flatMap(([part, texts]) =>
      Object.entries(texts).map(([key, text]) => [`${part}.${key}`, text]),
    ),
  );
}

const problems = [];
const english = catalogues.en;

const said = readSentences().filter(
  ({ key }) => !BY_SENTENCE.some((part) => english.has(`${part}.${key}`)),
);
const fileOf = (language) => join(folder, `${language}.json`);
const readAdmin = (language) => JSON.parse(readFileSync(fileOf(language), 'utf8')).admin ?? {};
const formsOf = (language) => new Intl.PluralRules(language).resolvedOptions().pluralCategories;

/** The keys that a language needs, with their English texts and files. */
function neededIn(language) {
  const needed = new Map();
  for (const { key, english: text, one, file } of said) {
    const entries =
      one === undefined
        ? [[key, text]]
        : formsOf(language).map((form) => [`${key}_${form}`, form === 'one' ? one : text]);
    for (const [each, source] of entries) {
      const known = needed.get(each);
      if (!known) needed.set(each, { text: source, files: [file] });
      else known.files.push(file);
    }
  }
  return needed;
}

const [task, wanted = '', input = ''] = process.argv.slice(2);
if (task === '--missing') {
  const admin = readAdmin(wanted);
  const byPart = {};
  for (const [key, { text, files }] of neededIn(wanted)) {
    if (admin[key]) continue;
    // By room: `admin-team`.
    const [every, room = every] = partsWith(partsOfSentence(files)[0]);
    byPart[room] = { ...byPart[room], [key]: { english: text, file: files[0], translation: '' } };
  }
  console.log(JSON.stringify(byPart, null, 2));
  process.exit();
}
if (task === '--fill') {
  const given = {};
  for (const texts of Object.values(JSON.parse(readFileSync(input, 'utf8')))) {
    for (const [key, value] of Object.entries(texts)) given[key] = value.translation ?? value;
  }
  const before = readAdmin(wanted);
  const entries = [...neededIn(wanted).keys()].map((key) => [key, given[key] || before[key]]);
  const admin = Object.fromEntries(entries.filter(([, text]) => text));
  const file = JSON.parse(readFileSync(fileOf(wanted), 'utf8'));
  writeFileSync(fileOf(wanted), `${JSON.stringify({ ...file, admin }, null, 2)}\n`);
  process.exit();
}

for (const language of Object.keys(catalogues).filter((code) => code !== 'en')) {
  const admin = readAdmin(language);
  const needed = neededIn(language);
  for (const [key, text] of Object.entries(admin)) {
    const source = needed.get(key)?.text;
    if (source === undefined) problems.push(`${language}: no code says “${key}”`);
    else if (placesIn(text, key) !== placesIn(source, key)) {
      problems.push(`${language}: “${key}” needs ${placesIn(source, key) || 'no places'}`);
    }
  }
  const missing = [...needed.keys()].filter((key) => !admin[key]).length;
  if (missing === 0) continue;
  const warning = `${language}: ${missing} of ${needed.size} organisers' sentences are not translated`;
  if (process.argv.includes('--complete')) problems.push(warning);
  else console.warn(warning);
}
for (const text of findUnsaid()) problems.push(`${text} (say it)`);

for (const [language, texts] of Object.entries(catalogues)) {
  const forms = formsOf(language);
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
