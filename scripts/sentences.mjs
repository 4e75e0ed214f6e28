// Reads the organisers' sentences out of the code: the arguments of `say()` (in modules that visitors load too,
// `translate()`) and `english()`, and the labels of the contract's form fields. Used by the build of the web app and by
// `check-languages.mjs`.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const ROOMS = ['collecting', 'events', 'operations', 'outreach', 'raffle', 'team'];
const FIELD_TEXTS = ['label', 'hint', 'placeholder'];
/** Tables of the contract in which organisers' words stand beside others; visitors' pages load them too. */
const TABLES =
  /^contract\/src\/(events\/questions\/(kinds|meanings)|collecting\/(contact|layouts))\.ts$/;
const TABLE_WORDS = ['name', 'admin', 'person', 'import'];

/** The part of the texts that a module's sentences are in: its noun's, its room's, or that of every page. */
export function partOf(file) {
  const [, room, noun] =
    /(?:contract|web)\/src\/([\w-]+)\/(?:([\w-]+)\/)?/.exec(file.replaceAll('\\', '/')) ?? [];
  if (!ROOMS.includes(room)) return 'admin';
  return noun ? `admin-${room}-${noun}` : `admin-${room}`;
}

/** The parts that a page with sentences of a part needs. */
export function partsWith(part) {
  const [, room, noun] = part.split('-');
  return ['admin', ...(room ? [`admin-${room}`] : []), ...(noun ? [part] : [])];
}

/** The parts that a sentence is in, once for each room: that of the only noun that says it, or the room's. */
export function partsOfSentence(files) {
  const parts = [...new Set(files.map(partOf))];
  if (parts.includes('admin')) return ['admin'];
  const rooms = [...new Set(parts.map((part) => partsWith(part)[1]))];
  return rooms.map((room) => {
    const own = parts.filter((part) => partsWith(part)[1] === room);
    return own.length === 1 ? own[0] : room;
  });
}

/**
 * @typedef {object} Sentence
 * @property {string} key the key of its translations, without the form of a plural
 * @property {string} english the sentence; of a plural, the form for many
 * @property {string} [one] the singular
 * @property {string} file
 * @returns {Sentence[]} all sentences of the code
 */
export function readSentences() {
  return ['contract/src', 'web/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((file) => join(root, folder, file))
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .flatMap(sentencesOf),
  );
}

/** @returns {Sentence[]} the sentences of a file */
export function sentencesOf(path) {
  const code = readFileSync(path, 'utf8');
  const file = relative(root, path).replaceAll('\\', '/');
  const isTable = TABLES.test(file);
  if (!isTable && !/\b(say|english|translate)\(|formFields, \{/.test(code)) return [];
  const found = [];
  const add = (english, { one, context } = {}) => {
    const key = context === undefined ? english : `${english}_${context}`;
    found.push({ key, english, file, ...(one !== undefined && { one }) });
  };
  visit(parseSync(path, code).program, (node) => {
    if (isTable && node.type === 'Property' && TABLE_WORDS.includes(node.key.name)) {
      const [text = ''] = node.value.type === 'Literal' ? literalsOf(node.value) : [];
      if (/^[A-Z]/.test(text)) add(text);
    }
    if (node.type !== 'CallExpression') return;
    const [first, second, third] = node.arguments;
    if (node.callee.name === 'english') {
      for (const text of literalsOf(first)) add(text);
    } else if (/^(say|translate)$/.test(node.callee.name)) {
      const plural = second?.type === 'Literal' ? second.value : undefined;
      const context = propertyOf(third ?? second, 'context');
      for (const text of literalsOf(first)) {
        if (plural === undefined) add(text, { context: literalsOf(context)[0] });
        else add(plural, { one: text });
      }
    } else if (node.callee.property?.name === 'register' && first?.name === 'formFields') {
      for (const name of FIELD_TEXTS) {
        for (const text of literalsOf(propertyOf(second, name))) {
          // Fields of visitors' forms have keys: `visitor.phoneHint`.
          if (!/^\w+\.\w+$/.test(text)) add(text);
        }
      }
    }
  });
  return found;
}

function visit(node, see) {
  if (Array.isArray(node)) for (const each of node) visit(each, see);
  else if (node && typeof node === 'object') {
    if (typeof node.type === 'string') see(node);
    for (const [name, child] of Object.entries(node)) if (name !== 'parent') visit(child, see);
  }
}

const propertyOf = (node, name) =>
  node?.type === 'ObjectExpression'
    ? node.properties.find(({ key }) => key?.name === name)?.value
    : undefined;

/** The texts of a literal, of one that a condition chooses, or of a table; its titles start with a capital letter. */
function literalsOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return [node.value];
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) {
    return [node.quasis[0].value.cooked];
  }
  if (node?.type === 'ArrayExpression') return node.elements.flatMap(literalsOf);
  if (node?.type === 'ObjectExpression') {
    return node.properties.flatMap(({ key, value }) => [
      ...(/^[A-Z]/.test(key.value ?? key.name) ? [key.value ?? key.name] : []),
      ...literalsOf(value),
    ]);
  }
  if (node?.type === 'ConditionalExpression') {
    return [...literalsOf(node.consequent), ...literalsOf(node.alternate)];
  }
  return [];
}

const SHOWN =
  /^(label|title|subtitle|help|hint|description|placeholder|alt|aria-label|confirmLabel|note|text)$/;
const CODE = /^(code|pre|kbd)$/;

/** @returns {string[]} the texts of components that are not said, with their files */
export function findUnsaid() {
  const found = [];
  for (const name of readdirSync(join(root, 'web/src'), { recursive: true })) {
    if (!name.endsWith('.tsx')) continue;
    const path = join(root, 'web/src', name);
    const report = (text) => /[a-z]{2}/.test(text) && found.push(`web/src/${name}: ${text.trim()}`);
    visit(parseSync(path, readFileSync(path, 'utf8')).program, (node) => {
      if (node.type === 'JSXElement' && !CODE.test(node.openingElement.name.name)) {
        for (const child of node.children) if (child.type === 'JSXText') report(child.value);
      }
      if (node.type === 'JSXFragment') {
        for (const child of node.children) if (child.type === 'JSXText') report(child.value);
      }
      if (node.type !== 'JSXAttribute' || !SHOWN.test(attributeName(node.name))) return;
      if (/\s|^[A-Z]/.test(node.value?.value ?? '')) report(node.value.value);
    });
  }
  return found;
}

const attributeName = ({ name }) => (typeof name === 'string' ? name : '');
