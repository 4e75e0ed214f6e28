import { english } from '@drawbridge/contract/languages/english';
import { strFromU8, unzipSync } from 'fflate';
import { type Table, UnreadableFile, withoutBlankRows } from './table.ts';

/** The maximum unpacked size of all parts together, so that a small file cannot exhaust the page's memory. */
const UNPACKED_MAX = 300 * 1024 * 1024;
/** Excel's limits for a sheet. */
const ROWS_MAX = 1_048_576;
const COLUMNS_MAX = 16_384;
/**
 * The maximum number of cells in one sheet, including the empty cells before others; more would take too much memory.
 */
const CELLS_MAX = 10_000_000;
const TOO_LARGE = english('This file is too large. Split it and try again.');
const IMPOSSIBLE_PLACE = english(
  'This workbook has a row or column that is not valid in Excel. Save it again as XLSX or CSV and try again.',
);
const NOT_A_WORKBOOK = english(
  'This file is not an Excel workbook. Save it as XLSX or CSV and try again.',
);

export interface Workbook {
  sheets: string[];
  read: (sheet: number) => Table;
}

/** Opens a workbook; a sheet is read when it is needed. */
export function openXlsx(bytes: Uint8Array): Workbook {
  const parts = unpack(bytes);
  const text = (name: string) => (parts[name] ? strFromU8(parts[name]) : '');
  const workbook = text('xl/workbook.xml');
  const targets = new Map(
    [...elements(text('xl/_rels/workbook.xml.rels'), 'Relationship')].map(({ head }) => [
      attribute(head, 'Id'),
      attribute(head, 'Target') ?? '',
    ]),
  );
  const sheets = [...elements(workbook, 'sheet')].flatMap(({ head }) => {
    const part = partName(targets.get(attribute(head, 'id')) ?? '');
    // Charts have no cells.
    return parts[part] ? [{ name: attribute(head, 'name') ?? '', part }] : [];
  });
  if (sheets.length === 0) throw new UnreadableFile(NOT_A_WORKBOOK);
  const strings = readSharedStrings(text('xl/sharedStrings.xml'));
  const formats = readCellFormats(text('xl/styles.xml'));
  const [properties] = elements(workbook, 'workbookPr');
  const since1904 = /^(1|true)$/.test(attribute(properties?.head ?? '', 'date1904') ?? '');
  return {
    sheets: sheets.map(({ name }) => name),
    read: (sheet) => readSheet(text(sheets[sheet]?.part ?? ''), { strings, formats, since1904 }),
  };
}

function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  let unpacked = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        const needed =
          /^xl\/(workbook|sharedStrings|styles|worksheets\/[^/]+|_rels\/workbook)\.xml/;
        if (!needed.test(name)) return false;
        unpacked += originalSize;
        if (unpacked > UNPACKED_MAX) {
          throw new UnreadableFile(TOO_LARGE);
        }
        return true;
      },
    });
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(NOT_A_WORKBOOK);
  }
}

/** Targets are relative to `xl/`, or begin at the root of the archive. */
function partName(target: string): string {
  return target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
}

function readSharedStrings(xml: string): string[] {
  return [...elements(xml, 'si')].map(({ body }) => textOf(body));
}

/** All pieces of a text, without the pronunciation that Japanese workbooks add. */
function textOf(body: string): string {
  let text = '';
  for (const piece of elements(withoutElements(body, 'rPh'), 't')) text += piece.body;
  return decodeEntities(text).replace(/_x([\dA-Fa-f]{4})_/g, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

interface Book {
  strings: readonly string[];
  formats: readonly CellFormat[];
  since1904: boolean;
}

function readSheet(xml: string, book: Book): Table {
  const rows = new Map<number, string[]>();
  let number = 0;
  let size = 0;
  for (const { head, body } of elements(xml, 'row')) {
    number = Number(attribute(head, 'r') ?? number + 1);
    if (!Number.isInteger(number) || number < 1 || number > ROWS_MAX) {
      throw new UnreadableFile(IMPOSSIBLE_PLACE);
    }
    const cells = readCells(body, book);
    size += cells.length;
    if (size > CELLS_MAX) throw new UnreadableFile(TOO_LARGE);
    rows.set(number, cells);
  }
  return withoutBlankRows([...rows].sort(([one], [other]) => one - other));
}

function readCells(row: string, book: Book): string[] {
  const cells: string[] = [];
  for (const { head, body } of elements(row, 'c')) {
    const column = columnOf(attribute(head, 'r')) ?? cells.length;
    if (column >= COLUMNS_MAX) throw new UnreadableFile(IMPOSSIBLE_PLACE);
    while (cells.length < column) cells.push('');
    cells[column] = cellText(head, body, book);
  }
  return cells;
}

/** The column of 'B12' is 1. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (!letters) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellText(head: string, body: string, { strings, formats, since1904 }: Book): string {
  const type = attribute(head, 't') ?? 'n';
  if (type === 'inlineStr') return textOf(body);
  const [found] = elements(body, 'v');
  if (!found) return '';
  const value = decodeEntities(found.body);
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'e') return '';
  if (type !== 'n') return textOf(`<t>${found.body}</t>`);
  return showNumber(value, formats[Number(attribute(head, 's') ?? 0)], since1904);
}

/** Excel's own formats for dates and times. */
const DATE_IDS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57]);

/** The format of a cell style: a date, or a number with a sign and leading zeros. */
interface CellFormat {
  date: boolean;
  plus: boolean;
  digits: number;
}

/** The maximum length of a format code in Excel. */
const CODE_MAX = 255;

const GENERAL: CellFormat = { date: false, plus: false, digits: 1 };

function readCellFormats(styles: string): CellFormat[] {
  const codes = new Map<number, string>();
  for (const { head } of elements(styles, 'numFmt')) {
    codes.set(Number(attribute(head, 'numFmtId')), attribute(head, 'formatCode') ?? '');
  }
  const [list] = elements(styles, 'cellXfs');
  return [...elements(list?.body ?? '', 'xf')].map(({ head }) => {
    const id = Number(attribute(head, 'numFmtId') ?? 0);
    const code = codes.get(id);
    if (code === undefined) return DATE_IDS.has(id) ? { ...GENERAL, date: true } : GENERAL;
    return readFormatCode(code.slice(0, CODE_MAX));
  });
}

/** Reads the part of a format code for positive numbers. Text in it is quoted or escaped. */
function readFormatCode(code: string): CellFormat {
  const [positive = ''] = code.split(';');
  const bare = positive.replace(/"[^"]*"|\\.|\[[^\]]*\]|[_*]./g, '');
  const shown = positive.replace(/\\(.)/g, '$1').replace(/"/g, '');
  return {
    date: /[dmyhs]/i.test(bare) && !/[#0]/.test(bare.replace(/s\.0+/gi, '')),
    plus: /^\s*\(?\+/.test(shown),
    digits: Math.max(1, (bare.split('.')[0]?.match(/0/g) ?? []).length),
  };
}

/** A number as the sheet shows it, as far as that matters for phone numbers and dates. */
function showNumber(raw: string, format: CellFormat = GENERAL, since1904: boolean = false): string {
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  if (format.date) return showDate(since1904 ? value + 1462 : value);
  if (!Number.isInteger(value)) return String(value);
  // Excel writes long numbers with an exponent: 4.7406123456E+10.
  const digits = Math.abs(value).toLocaleString('en-US', { useGrouping: false });
  const sign = value < 0 ? '-' : format.plus ? '+' : '';
  return sign + digits.padStart(format.digits, '0');
}

/** Days since the end of 1899, as `yyyy-MM-dd` with the time if there is one. */
function showDate(days: number): string {
  const seconds = Math.round(days * 86_400);
  const moment = new Date(Date.UTC(1899, 11, 30) + seconds * 1000);
  if (Number.isNaN(moment.getTime())) return String(days);
  const [day = '', time = ''] = moment.toISOString().slice(0, 19).split('T');
  if (days < 1) return time;
  return seconds % 86_400 === 0 ? day : `${day} ${time}`;
}

/*
 * A minimal XML reader for the parts of a workbook, which programs write: elements, attributes and text. A worker has
 * no DOMParser, and a tree of 50,000 rows would take too much memory.
 */

interface Element {
  head: string;
  body: string;
  /** The positions in the text at which it begins and ends. */
  start: number;
  end: number;
}

/**
 * Yields all elements of that name, with or without a prefix; they do not contain each other. It stops at the first one
 * that is not closed: searching for the end of each of them again would take quadratic time.
 */
export function* elements(xml: string, name: string): Generator<Element> {
  const opening = new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])`, 'g');
  const closing = new RegExp(`</(?:\\w+:)?${name}>`, 'g');
  for (let found = opening.exec(xml); found; found = opening.exec(xml)) {
    const headStart = opening.lastIndex;
    const headEnd = xml.indexOf('>', headStart);
    if (headEnd === -1) return;
    let head = xml.slice(headStart, headEnd);
    let body = '';
    let end = headEnd + 1;
    if (head.endsWith('/')) head = head.slice(0, -1);
    else {
      closing.lastIndex = end;
      const close = closing.exec(xml);
      if (!close) return;
      body = xml.slice(end, close.index);
      end = closing.lastIndex;
    }
    yield { head, body, start: found.index, end };
    opening.lastIndex = end;
  }
}

/** The text without the elements of that name. */
function withoutElements(xml: string, name: string): string {
  let rest = '';
  let from = 0;
  for (const { start, end } of elements(xml, name)) {
    rest += xml.slice(from, start);
    from = end;
  }
  return rest + xml.slice(from);
}

function attribute(head: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(head);
  return value ? decodeEntities(value[1] ?? value[2] ?? '') : undefined;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return ENTITIES[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
