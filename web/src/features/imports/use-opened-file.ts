import { useEffect, useState } from 'react';
import { FileProblem, ImportFileReader } from './worker/file-reader.ts';
import type { OpenedSheet } from './worker/messages.ts';

/** The chosen file, and the sheet of it that is read. */
export function useOpenedFile() {
  const [reader] = useState(() => new ImportFileReader());
  const [file, setFile] = useState<File>();
  const [sheet, setSheet] = useState<OpenedSheet>();
  const [reading, setReading] = useState(false);
  const [problem, setProblem] = useState('');
  useEffect(() => () => reader.close(), [reader]);

  async function read(opening: Promise<OpenedSheet>): Promise<void> {
    setReading(true);
    setProblem('');
    try {
      setSheet(await opening);
    } catch (error) {
      setSheet(undefined);
      setProblem(error instanceof FileProblem ? error.message : 'This file cannot be read.');
    } finally {
      setReading(false);
    }
  }

  return {
    reader,
    file,
    sheet,
    reading,
    problem,
    choose: (chosen: File) => {
      setFile(chosen);
      setSheet(undefined);
      void read(reader.ask('open', { file: chosen }));
    },
    chooseSheet: (index: number) => void read(reader.ask('chooseSheet', { sheet: index })),
  };
}

export type OpenedFile = ReturnType<typeof useOpenedFile>;
