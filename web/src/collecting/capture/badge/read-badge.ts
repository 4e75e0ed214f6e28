import {
  type ContactField,
  contact,
  contactFields,
  mapContact,
} from '@drawbridge/contract/collecting/contact';
import { emailProblem } from '@drawbridge/contract/core/inputs/form-rules';
import { LONG_TEXT_MAX } from '@drawbridge/contract/events/questions/kinds';
import {
  meanings,
  type QuestionMeaning,
  questionMeanings,
} from '@drawbridge/contract/events/questions/meanings';

/** A person's details on a badge, by contact field and by meaning of questions; missing details are left out. */
export type Badge = { [Field in ContactField | QuestionMeaning]?: string };

/** Reads a vCard, a MECARD or plain text; undefined if nothing in it is about a person. */
export function readBadge(text: string): Badge | undefined {
  const badge = /^\s*BEGIN:VCARD/i.test(text)
    ? readVcard(text)
    : /^\s*MECARD:/i.test(text)
      ? readMecard(text)
      : readPlainText(text);
  const usable = contactFields.flatMap((field) => {
    const value = usablePart(field, badge[field] ?? '');
    return value ? [[field, value]] : [];
  });
  const answers = questionMeanings.flatMap((meaning) => {
    const value = tidy(badge[meaning] ?? '').slice(0, LONG_TEXT_MAX);
    return value ? [[meaning, value]] : [];
  });
  return usable.length > 0 ? Object.fromEntries([...usable, ...answers]) : undefined;
}

/** The badge's text for each meaning; some meanings are a part of a property. */
function readMeanings(partOf: (property: string, part: number | undefined) => string): Badge {
  const values = questionMeanings.map((meaning) => {
    const { property, part }: { property: string; part?: number } = meanings[meaning].badge;
    return [meaning, unescaped(partOf(property, part))];
  });
  return Object.fromEntries(values);
}

/** The part of a text that the form accepts. */
function usablePart(field: ContactField, text: string): string {
  const definition = contact[field];
  if (definition.kind === 'line') return tidy(text).slice(0, definition.rule.max);
  if (definition.kind === 'phone') return cleanPhone(text);
  const address = tidy(text).replace(/^mailto:/i, '');
  return emailProblem(address) === undefined ? address : '';
}

interface Property {
  name: string;
  parameters: string;
  value: string;
}

function readVcard(text: string): Badge {
  // Only the first card is read.
  const [card = ''] = text.split(/END:VCARD/i);
  const lines = logicalLines(card);
  const properties = lines.flatMap((line) => readProperty(line) ?? []);
  const all = (name: string) => properties.filter((property) => property.name === name);
  const [family = '', given = '', middle = ''] = splitUnescaped(all('N')[0]?.value ?? '', ';');
  const badge: Badge & { name: string } = {
    ...mapContact((field) => {
      const { property, preferred } = contact[field].badge;
      return unescaped(choose(all(property), preferred));
    }),
    ...readMeanings((property, part) => {
      const value = choose(all(property));
      return part === undefined ? value : (splitUnescaped(value, ';')[part] ?? '');
    }),
  };
  return tidy(badge.name) ? badge : { ...badge, name: unescaped(`${given} ${middle} ${family}`) };
}

/** Joins continued lines: folded ones, and quoted-printable ones that end with an equals sign. */
function logicalLines(card: string): string[] {
  const lines: string[] = [];
  for (const line of card.split(/\r\n|\n|\r/)) {
    const before = lines.at(-1) ?? '';
    if (/QUOTED-PRINTABLE/i.test(before) && before.endsWith('=')) {
      lines.push((lines.pop() ?? '').slice(0, -1) + line);
    } else if (/^[ \t]/.test(line)) lines.push((lines.pop() ?? '') + line.slice(1));
    else lines.push(line);
  }
  return lines;
}

/** `item1.TEL;TYPE=CELL:+44 …` */
function readProperty(line: string): Property | undefined {
  const [, name = '', parameters = '', raw = ''] =
    /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":;])*)*):([\s\S]*)$/.exec(line) ?? [];
  if (!name || /ENCODING=B(ASE64)?\b/i.test(parameters)) return undefined;
  const quoted = /QUOTED-PRINTABLE/i.test(parameters);
  return { name: name.toUpperCase(), parameters, value: quoted ? decodeQuoted(raw) : raw };
}

/** The value of the requested kind, else the one marked as preferred, else the first. Fax numbers are ignored. */
function choose(all: Property[], kind = /PREF/i): string {
  const properties = all.filter(({ parameters }) => !/FAX|PAGER/i.test(parameters));
  const marked = (pattern: RegExp) =>
    properties.find(({ parameters }) => pattern.test(parameters))?.value;
  return marked(kind) ?? marked(/PREF/i) ?? properties[0]?.value ?? '';
}

function decodeQuoted(raw: string): string {
  const bytes: number[] = [];
  for (let at = 0; at < raw.length; at += 1) {
    const code = /^=[0-9A-F]{2}/i.test(raw.slice(at, at + 3));
    if (code) {
      bytes.push(Number.parseInt(raw.slice(at + 1, at + 3), 16));
      at += 2;
    } else bytes.push(...new TextEncoder().encode(raw[at]));
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

/** `MECARD:N:Field,Jon;TEL:07700900131;EMAIL:jon@example.com;;` */
function readMecard(text: string): Badge {
  const fields = splitUnescaped(text.trim().slice('MECARD:'.length), ';');
  const fieldOf = (name: string) =>
    fields.find((field) => field.toUpperCase().startsWith(`${name}:`))?.slice(name.length + 1) ??
    '';
  const [family = '', given = ''] = splitUnescaped(fieldOf('N'), ',');
  const badge = mapContact((field) => unescaped(fieldOf(contact[field].badge.property)));
  const answers = readMeanings((property, part = 0) => {
    // Only an address has several parts here.
    const value = fieldOf(property);
    return property === 'ADR' ? (splitUnescaped(value, ',')[part] ?? '') : value;
  });
  return { ...badge, ...answers, name: unescaped(`${given} ${family}`) };
}

/** A name, a number and an address in any order; a text with only a link is no badge. */
function readPlainText(text: string): Badge {
  const [email = ''] = /[^\s@<>;,:]+@[^\s@<>;,:]+\.[^\s@<>;,:]+/.exec(text) ?? [];
  const rest = text
    .replace(email, ' ')
    .replace(/\b(tel|mailto|https?):\S*/gi, (link) => (/^tel:/i.test(link) ? link.slice(4) : ' '));
  const [phone = ''] = /\+?[\d(][\d\s().\-/]{6,}\d/.exec(rest) ?? [];
  const name = tidy(rest.replace(phone, ' ').replace(/[;,|\t\r\n]+/g, ' '));
  const isName = /^[\p{L}][\p{L}\p{M}'’.\- ]{1,99}$/u.test(name);
  return { phone, email, ...(isName && { name }) };
}

/** The characters that the form accepts: digits, spaces and + - ( ). */
function cleanPhone(typed: string): string {
  const number = typed.replace(/^tel:/i, '').replace(/(;|\bext?\.?|x)\s*.*$/i, '');
  const clean = tidy(number.replace(/[^\d+\-() ]/g, ' '));
  return /\d{3}/.test(clean.replace(/\D/g, '')) ? clean.slice(0, 20) : '';
}

function splitUnescaped(text: string, separator: ';' | ','): string[] {
  return text.split(separator === ';' ? /(?<!\\);/ : /(?<!\\),/);
}

function unescaped(text: string): string {
  return text.replace(/\\n/gi, ' ').replace(/\\([\s\S])/g, '$1');
}

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();
