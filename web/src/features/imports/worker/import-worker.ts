import { UnreadableFile } from '../reading/table.ts';
import type { FromImportWorker, ToImportWorker } from './file-reader.ts';
import { ImportFile } from './import-file.ts';

let opened: ImportFile | undefined;

addEventListener('message', async ({ data }: MessageEvent<ToImportWorker>) => {
  const tell = (message: FromImportWorker) => postMessage(message);
  const { id } = data;
  try {
    const answer = await answerTo(data, (share) => tell({ id, kind: 'progress', share }));
    tell({ id, kind: 'answer', answer });
  } catch (error) {
    const sentence = error instanceof UnreadableFile ? error.message : 'This file cannot be read.';
    tell({ id, kind: 'unreadable', sentence });
  }
});

async function answerTo(message: ToImportWorker, onProgress: (share: number) => void) {
  if (message.call === 'open') {
    opened = new ImportFile(new Uint8Array(await message.ask.file.arrayBuffer()));
    return opened.describeSheet();
  }
  if (!opened) throw new Error('No file is open');
  switch (message.call) {
    case 'chooseSheet':
      opened.chooseSheet(message.ask.sheet);
      return opened.describeSheet();
    case 'check':
      return opened.check(message.ask, onProgress);
    case 'nextRows':
      return opened.nextRows(message.ask.sent);
    case 'describe':
      return opened.describe(message.ask.rows);
    case 'result':
      return opened.writeResult(message.ask.leftOut);
  }
}
