import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { openFile } from './read-file.ts';

const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface Parts {
  sheet: string;
  strings?: string;
  styles?: string;
  workbook?: string;
}

/** A workbook as other programs write it. */
function workbook({
  sheet,
  strings = '',
  styles = '',
  workbook: properties = '',
}: Parts): Uint8Array {
  const parts = {
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns:r="${RELATION}">${properties}<sheets><sheet name="People &amp; co" sheetId="7" r:id="rId3"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId3" Type="x" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
  };
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])),
  );
}
const rowsOf = (parts: Parts) => openFile(workbook(parts)).read(0).rows;

it('shared and inline strings are read with their pieces, signs and spaces', () => {
  expect(
    rowsOf({
      strings:
        '<si><t>Name</t></si><si><r><t xml:space="preserve">Zoë </t></r><r><rPr><b/></rPr><t>O&apos;Hara &amp; Co</t></r></si>' +
        '<si><t>山田</t><rPh sb="0" eb="2"><t>ヤマダ</t></rPh></si><si><t/></si><si><t>a_x000D_b&#10;c</t></si>',
      sheet:
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Phone</t></is></c></row>' +
        '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" t="s"><v>2</v></c><c r="C2" t="s"><v>3</v></c><c r="D2" t="s"><v>4</v></c></row>',
    }),
  ).toEqual([
    ['Name', 'Phone'],
    ["Zoë O'Hara & Co", '山田', '', 'a\rb\nc'],
  ]);
});

it('numbers keep their digits, and the plus sign and zeros that their format shows', () => {
  expect(
    rowsOf({
      styles:
        '<numFmts><numFmt numFmtId="164" formatCode="&quot;+&quot;0"/><numFmt numFmtId="165" formatCode="00000000000"/>' +
        '<numFmt numFmtId="166" formatCode="\\+##\\ ###\\ ##\\ ###"/></numFmts>' +
        '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs>',
      sheet:
        '<row><c><v>4740612345</v></c><c s="1"><v>4.740612345E9</v></c><c s="2"><v>7700900121</v></c>' +
        '<c s="3"><v>4740612345</v></c><c><v>447700900121</v></c><c><v>1.5</v></c><c t="str"><v>+47 406 12 345</v></c></row>',
    }),
  ).toEqual([
    [
      '4740612345',
      '+4740612345',
      '07700900121',
      '+4740612345',
      '447700900121',
      '1.5',
      '+47 406 12 345',
    ],
  ]);
});

it('dates are days, whatever their format', () => {
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="[$-809]dd\\ mmmm\\ yyyy;@"/></numFmts>' +
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="164"/></cellXfs>';
  const sheet =
    '<row><c s="1"><v>46361</v></c><c s="2"><v>46361.5</v></c><c s="3"><v>46361</v></c><c><v>46361</v></c></row>';
  expect(rowsOf({ styles, sheet })).toEqual([
    ['2026-12-05', '2026-12-05 12:00:00', '2026-12-05', '46361'],
  ]);
  const since1904 = { workbook: '<workbookPr date1904="1"/>', styles };
  expect(rowsOf({ ...since1904, sheet: '<row><c s="1"><v>44899</v></c></row>' })).toEqual([
    ['2026-12-05'],
  ]);
});

it('formulas give their last result, errors nothing', () => {
  expect(
    rowsOf({
      sheet:
        '<row r="1"><c r="A1" t="str"><f>A2&amp;" "&amp;B2</f><v>Zoë &lt;Okafor&gt;</v></c><c r="B1"><f>1+1</f><v>2</v></c>' +
        '<c r="C1" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="D1" t="b"><v>1</v></c><c r="E1"><f>NOW()</f></c></row>',
    }),
  ).toEqual([['Zoë <Okafor>', '2', '', 'TRUE', '']]);
});

it('sparse rows and cells keep their places', () => {
  const parts = {
    sheet:
      '<row r="2" spans="1:28"><c r="B2"><v>1</v></c><c r="D2" s="0"/><c r="AB2"><v>2</v></c></row>' +
      '<row r="3"/><row r="7"><c r="A7"><v>3</v></c></row>',
  };
  const table = openFile(workbook(parts)).read(0);
  expect(table.numbers).toEqual([2, 7]);
  expect(table.rows[0]?.[1]).toBe('1');
  expect(table.rows[0]?.[27]).toBe('2');
  expect(table.rows[0]).toHaveLength(28);
  expect(table.rows[1]).toEqual(['3']);
});

it('prefixed elements and single quotes are read too', () => {
  const sheet = "<x:row r='1'><x:c r='A1' t='inlineStr'><x:is><x:t>Zoë</x:t></x:is></x:c></x:row>";
  expect(rowsOf({ sheet })).toEqual([['Zoë']]);
});

it('sheets have their names', () => {
  expect(openFile(workbook({ sheet: '' })).sheets).toEqual(['People & co']);
});

describe('a workbook made to stop the page', () => {
  // Only a search that reads the text a fixed number of times finishes in time.
  const MANY = 1_000_000;
  const cell = '<c><v>1</v></c>';

  it.each<[string, Parts, string[][]]>([
    ['rows that are not closed', { sheet: `<row>${cell}</row>${'<row>'.repeat(MANY)}` }, [['1']]],
    ['heads that are not closed', { sheet: `<row>${cell}</row>${'<row '.repeat(MANY)}` }, [['1']]],
    ['cells that are not closed', { sheet: `<row>${cell}${'<c>'.repeat(MANY)}</row>` }, [['1']]],
    [
      'strings that are not closed',
      { sheet: `<row>${cell}</row>`, strings: '<si>'.repeat(MANY) },
      [['1']],
    ],
    [
      'pronunciations that are not closed',
      { sheet: `<row><c t="inlineStr"><t>Zoë</t>${'<rPh >'.repeat(MANY)}</c></row>` },
      [['Zoë']],
    ],
    [
      'a number format of many zeros',
      {
        styles:
          `<numFmts><numFmt numFmtId="164" formatCode="${'0'.repeat(MANY)}"/></numFmts>` +
          '<cellXfs><xf numFmtId="164"/></cellXfs>',
        sheet: '<row><c s="0"><v>7</v></c></row>',
      },
      [['7'.padStart(255, '0')]],
    ],
    [
      'a cell with more text than Excel allows',
      { sheet: `<row><c t="str"><v>${'a'.repeat(MANY)}</v></c></row>` },
      [['a'.repeat(32_767)]],
    ],
  ])('with %s is read as far as it goes', (_what, parts, rows) => {
    expect(rowsOf(parts)).toEqual(rows);
  });

  it('may use the last row of Excel, and holes cost nothing', () => {
    const table = openFile(
      workbook({ sheet: `<row r="1048576">${cell}</row><row r="3">${cell}</row>` }),
    ).read(0);
    expect(table.numbers).toEqual([3, 1_048_576]);
  });

  it.each([
    ['a row beyond the last', `<row r="1048577">${cell}</row>`, /not valid in Excel/],
    ['a row of billions', `<row r="4294967290">${cell}</row>`, /not valid in Excel/],
    ['a row without a number', `<row r="x">${cell}</row>`, /not valid in Excel/],
    ['a column beyond the last', '<row><c r="XFE1"><v>1</v></c></row>', /not valid in Excel/],
    [
      'more cells in a row than columns',
      `<row>${'<c/>'.repeat(16_385)}</row>`,
      /not valid in Excel/,
    ],
    ['too many empty cells', '<row><c r="XFD1"/></row>'.repeat(20_000), /too large/],
  ])('with %s is refused with a sentence', (_what, sheet, sentence) => {
    expect(() => rowsOf({ sheet })).toThrow(sentence);
  });
});
