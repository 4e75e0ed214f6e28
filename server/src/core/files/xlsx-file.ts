import { strToU8, Zip, ZipDeflate } from 'fflate';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const APPLICATION = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** All parts except the sheet. Styles: 1 is text, so that edited numbers stay text; 2 is the header. */
const otherParts = (title: string) => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${APPLICATION}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${APPLICATION}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${APPLICATION}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="${title}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${SHEET}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
});

/**
 * Writes a workbook with one sheet, piece by piece. Everything but numbers is text: phone numbers keep their zeros, and
 * nothing is ever run as a formula.
 */
export class XlsxFile {
  #written: Uint8Array[] = [];
  readonly #zip: Zip;
  readonly #sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 6 });
  readonly #columns: number;
  #rows = 0;

  constructor(title: string, head: readonly string[]) {
    this.#columns = head.length;
    this.#zip = new Zip((error, data) => {
      if (error) throw error;
      this.#written.push(data);
    });
    for (const [name, text] of Object.entries(otherParts(title))) {
      const part = new ZipDeflate(name);
      this.#zip.add(part);
      part.push(strToU8(XML + text), true);
    }
    this.#zip.add(this.#sheet);
    const widths = head.map(
      (_, at) => `<col min="${at + 1}" max="${at + 1}" width="24" customWidth="1"/>`,
    );
    this.#write(
      `${XML}<worksheet xmlns="${SHEET}"><sheetViews><sheetView workbookViewId="0">` +
        '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
        `<cols>${widths.join('')}</cols><sheetData>${this.#row(head, 2)}`,
    );
  }

  add(rows: readonly (readonly (string | number)[])[]): Uint8Array {
    this.#write(rows.map((row) => this.#row(row, 1)).join(''));
    return this.#take();
  }

  end(): Uint8Array {
    const cells = `A1:${columnName(this.#columns - 1)}${this.#rows}`;
    // Without this, Excel marks every phone number as a number that is stored as text.
    const ignored = `<ignoredErrors><ignoredError sqref="${cells}" numberStoredAsText="1"/></ignoredErrors>`;
    this.#sheet.push(strToU8(`</sheetData>${ignored}</worksheet>`), true);
    this.#zip.end();
    return this.#take();
  }

  /** Returns the bytes written since the last call. */
  #take(): Uint8Array {
    const written = Buffer.concat(this.#written);
    this.#written = [];
    return written;
  }

  #write(text: string): void {
    this.#sheet.push(strToU8(text));
  }

  #row(cells: readonly (string | number)[], style: number): string {
    this.#rows += 1;
    const row = this.#rows;
    const written = cells.map((cell, column) => {
      if (cell === '') return '';
      const reference = `r="${columnName(column)}${row}"`;
      return typeof cell === 'number'
        ? `<c ${reference}><v>${cell}</v></c>`
        : `<c ${reference} s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(cell)}</t></is></c>`;
    });
    return `<row r="${row}">${written.join('')}</row>`;
  }
}

/** The name of a column: 'A' to 'Z', then 'AA', 'AB' ... */
function columnName(column: number): string {
  const before = column < 26 ? '' : columnName(Math.floor(column / 26) - 1);
  return before + String.fromCharCode('A'.charCodeAt(0) + (column % 26));
}

/**
 * Escapes text for XML. Excel reads `_x0041_` as the character with that code, so the underscore of such a text is
 * escaped as well.
 */
function escapeText(text: string): string {
  return text
    .replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign)
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[^\t\n\r\x20-\uFFFD\u{10000}-\u{10FFFF}]|\p{Surrogate}/gu, '');
}
