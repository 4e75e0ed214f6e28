import type { FromExportWorker, ToExportWorker } from './export-messages.ts';
import { cellsOf, type ExportPlan, headOf } from './export-table.ts';
import { csvChunk, csvHead } from './lead-csv.ts';
import { XlsxFile } from './xlsx-file.ts';

interface ExportFile {
  add: (rows: string[][]) => void;
  end: () => Blob;
}

let plan: ExportPlan;
let file: ExportFile;

addEventListener('message', ({ data }: MessageEvent<ToExportWorker>) => {
  const answer = (message: FromExportWorker) => postMessage(message);
  if (data.kind === 'begin') {
    plan = data.plan;
    file = plan.format === 'xlsx' ? new XlsxFile(headOf(plan)) : beginCsv(headOf(plan));
  } else if (data.kind === 'leads') {
    file.add(data.leads.map((lead) => cellsOf(lead, plan)));
    answer({ kind: 'written', leads: data.leads.length });
  } else {
    answer({ kind: 'done', file: file.end() });
  }
});

function beginCsv(head: string[]): ExportFile {
  const parts = [csvHead(head)];
  return {
    add: (rows) => parts.push(csvChunk(rows)),
    end: () => new Blob(parts, { type: 'text/csv;charset=utf-8' }),
  };
}
