import { readFileSync } from 'node:fs';

/** For the database, the log, the web app's files being opened, and what Node itself needs. */
const RESERVED = 64;
/** Each stream takes a few kilobytes, so memory limits them where files do not. */
const STREAMS_MAX = 20_000;

/** How many sockets a process may have open without running out of files. */
export interface SocketLimits {
  /** Live streams, which stay open as long as their pages. */
  streams: number;
  /** All other sockets, while so many streams are open. */
  others(streams: number): number;
}

/** Half of the files are for requests, which need a socket and perhaps a file to send. */
export function socketLimits(openFiles: number): SocketLimits {
  const usable = Math.max(0, openFiles - RESERVED);
  return {
    streams: Math.min(STREAMS_MAX, Math.floor(usable / 2)),
    others: (streams) => Math.floor((usable - streams) / 2),
  };
}

/** How many files this process may open; infinite where the system sets no limit, such as on Windows. */
export function readOpenFilesLimit(): number {
  const soft = readSoftLimit();
  return soft === undefined || Number.isNaN(soft) ? Number.POSITIVE_INFINITY : soft;
}

function readSoftLimit(): number | undefined {
  try {
    const [, soft] =
      /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft);
  } catch {
    // Not Linux. The report is slow, but needed only once.
    const report = process.report.getReport() as {
      userLimits?: { open_files?: { soft: number | string } };
    };
    return Number(report.userLimits?.open_files?.soft);
  }
}
