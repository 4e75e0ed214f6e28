import { attribute, elements } from './xml.ts';

/** Excel's own formats for dates and times. */
const DATE_IDS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57]);

/** How each cell style shows a number: as a date, or with a sign and leading zeros. */
export interface CellFormat {
  date: boolean;
  plus: boolean;
  digits: number;
}

/** Excel takes no longer format codes. */
const CODE_MAX = 255;

const GENERAL: CellFormat = { date: false, plus: false, digits: 1 };

export function readCellFormats(styles: string): CellFormat[] {
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
export function showNumber(
  raw: string,
  format: CellFormat = GENERAL,
  since1904: boolean = false,
): string {
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
