import type { ExportedLead, ExportPlan } from './export-table.ts';

/** Messages to the worker, which writes one file: the plan, the leads in chunks, the end. */
export type ToExportWorker =
  | { kind: 'begin'; plan: ExportPlan }
  | { kind: 'leads'; leads: ExportedLead[] }
  | { kind: 'end' };

/** Messages from the worker. */
export type FromExportWorker =
  /** So many leads more have been written. */
  { kind: 'written'; leads: number } | { kind: 'done'; file: Blob };
