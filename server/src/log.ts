import { writeSync } from 'node:fs';
import pg from 'pg';
import { type DestinationStream, type Logger, pino } from 'pino';

/** The longest time until a line is written, unless its reader is slow. */
const FLUSH_MS = 100;
/** The number of characters at which waiting lines are written at once. */
const BLOCK = 16_384;
/** The limit on lines that wait for a slow reader. Further lines are dropped, to limit the use of memory. */
const WAITING_MAX = 8 * 1024 * 1024;
/** The time for which an ending process waits for a slow reader. */
const EXIT_MS = 3_000;
const PAUSE_MS = 10;

/**
 * Writes lines to standard output or another file, in blocks. If a reader is slow, stuck or gone, or a disk is full,
 * lines are lost, but neither a request nor the end of the process waits.
 */
class LogOutput {
  readonly #file: number;
  /** The rest of a block that could only be written in part. */
  #rest: Uint8Array = new Uint8Array();
  #lines = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(file: number) {
    this.#file = file;
    process.on('exit', () => this.#finish());
  }

  write(line: string): void {
    if (this.#lines.length > WAITING_MAX) return;
    this.#lines += line;
    if (this.#lines.length >= BLOCK && this.#rest.length === 0) this.#flush();
    else this.#flushSoon();
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MS).unref();
  }

  /** Writes the waiting lines as far as possible without blocking; returns false if some are left. */
  #flush(): boolean {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#rest.length > 0 || this.#lines) {
      if (this.#rest.length === 0) {
        this.#rest = Buffer.from(this.#lines);
        this.#lines = '';
      }
      try {
        this.#rest = this.#rest.subarray(writeSync(this.#file, this.#rest));
      } catch (error) {
        // The pipe is full. Node opens standard output such that writing to it never blocks.
        if ((error as NodeJS.ErrnoException).code === 'EAGAIN') {
          this.#flushSoon();
          return false;
        }
        this.#rest = new Uint8Array();
      }
    }
    return true;
  }

  #finish(): void {
    const deadline = Date.now() + EXIT_MS;
    const sleeper = new Int32Array(new SharedArrayBuffer(4));
    while (!this.#flush() && Date.now() < deadline) Atomics.wait(sleeper, 0, 0, PAUSE_MS);
  }
}

// One output for the whole process, because each has a handler for the end of the process.
const standardOutput = process.stdout.isTTY ? await prettyTerminal() : new LogOutput(1);

/** Creates the log: human-readable in a terminal, one JSON document per line elsewhere. */
export function createLog(level: string, destination: DestinationStream = standardOutput): Logger {
  return pino({ level, serializers: { err: describeError }, base: null }, destination);
}

async function prettyTerminal(): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty');
  return pretty({ ignore: 'pid,hostname', singleLine: true, sync: true });
}

/**
 * Describes an error without quoting user input. PostgreSQL quotes values in `detail` and in the messages of data
 * errors (class 22).
 */
function describeError(error: Error): Record<string, unknown> {
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  if (error instanceof pg.DatabaseError) {
    return {
      type: 'DatabaseError',
      message: error.code?.startsWith('22') ? 'invalid data' : error.message,
      stack: frames?.join('\n') ?? '',
      code: error.code,
      constraint: error.constraint,
    };
  }
  return {
    type: error.name,
    message: error.message,
    stack: frames?.join('\n') ?? '',
    code: (error as { code?: unknown }).code,
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}
