import type { LeadFileInput } from '@drawbridge/contract/collecting/lead-lists';
import { BYTE_ORDER_MARK, csvLines } from '@drawbridge/contract/core/files/csv';
import type { FastifyReply } from 'fastify';
import type { RowWriter } from '../../db/reads/json-array.ts';
import { XlsxFile } from './xlsx-file.ts';

/** Sets the name under which a browser or a program saves the response: `leads_{event}_{day}.csv`. */
export function nameFile(reply: FastifyReply, ending: string, ...parts: (string | undefined)[]) {
  const day = new Date().toISOString().slice(0, 10);
  const name = [...parts.map((part) => part ?? 'all'), day].join('_');
  reply.header('content-disposition', `attachment; filename="${name}.${ending}"`);
}

interface TableFile extends Pick<LeadFileInput, 'format'> {
  timeZone: string;
  /** The name of the sheet. */
  title: string;
  columns: readonly string[];
  /** Further columns, which contain no times. */
  more?: readonly string[];
  /** True if the file is for a program instead of people with Excel. */
  forProgram?: boolean;
}

/** A cell of a file. Numbers stay numbers in a workbook. */
export type Cell = string | number | null;

/** Creates a file of rows. Cells in a column '... At' are times in milliseconds. */
export function createTableFile({
  format,
  timeZone,
  title,
  columns,
  more = [],
  forProgram = false,
}: TableFile): RowWriter<Cell> {
  const all = [...columns, ...more];
  const file = format === 'xlsx' ? new XlsxFile(title, all) : new CsvFile(all, forProgram);
  // The Swedish date format is the one of the file: 2026-12-05 09:05:07.
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const isTime = columns.map((column) => column.endsWith(' At'));
  const cellText = (cell: Cell, column: number) =>
    cell !== null && isTime[column] ? clock.format(Number(cell)) : (cell ?? '');
  return {
    add: (rows) => file.add(rows.map((cells) => cells.map(cellText))),
    end: () => file.end(),
  };
}

/**
 * Lines of a CSV file without a line break at the end. The first piece begins with the byte order mark for Excel, which
 * other programs may not expect.
 */
class CsvFile {
  #head: string;
  readonly #options: { barePhones: boolean };

  constructor(columns: readonly string[], forProgram: boolean) {
    this.#head = `${forProgram ? '' : BYTE_ORDER_MARK}${csvLines([columns])}`;
    this.#options = { barePhones: forProgram };
  }

  add(rows: readonly (readonly (string | number)[])[]): string {
    const texts = rows.map((cells) => cells.map(String));
    return `${this.end()}\r\n${csvLines(texts, this.#options)}`;
  }

  end(): string {
    const head = this.#head;
    this.#head = '';
    return head;
  }
}
