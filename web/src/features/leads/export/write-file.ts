import type { FromExportWorker, ToExportWorker } from './export-messages.ts';
import type { ExportedLead, ExportPlan } from './export-table.ts';

/** Copying more leads to the worker at once would delay the next frame. */
const CHUNK = 2000;

/** Writes the file in a worker; `onProgress` gets the share of the leads that have been written. */
export async function writeFile(
  plan: ExportPlan,
  leads: readonly ExportedLead[],
  onProgress: (share: number) => void,
): Promise<Blob> {
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<Blob>((resolve, reject) => {
      const send = (message: ToExportWorker) => worker.postMessage(message);
      let sent = 0;
      let written = 0;
      const sendNext = () => {
        const chunk = leads.slice(sent, sent + CHUNK);
        sent += chunk.length;
        send(chunk.length > 0 ? { kind: 'leads', leads: chunk } : { kind: 'end' });
      };
      worker.onmessage = ({ data }: MessageEvent<FromExportWorker>) => {
        if (data.kind === 'done') return resolve(data.file);
        written += data.leads;
        onProgress(written / leads.length);
        sendNext();
      };
      worker.onerror = () => reject(new Error('The file could not be written'));
      send({ kind: 'begin', plan });
      sendNext();
    });
  } finally {
    worker.terminate();
  }
}
