import pg from 'pg';
import { type DestinationStream, type Logger, pino } from 'pino';

/** A line is never older than this when it is written. */
const FLUSH_MS = 100;
/** As many lines as the stream writes at once. */
const BLOCK_BYTES = 16_000;

// One for the whole process: it writes at every flush, even if there is no line.
const standardOutput = process.stdout.isTTY ? await prettyTerminal() : bufferedOutput();

/** The log is human-readable in a terminal, and one JSON document per line elsewhere. */
export function createLog(level: string, destination: DestinationStream = standardOutput): Logger {
  return pino({ level, serializers: { err: describeError }, base: null }, destination);
}

async function prettyTerminal(): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty');
  return pretty({ ignore: 'pid,hostname', sync: true });
}

/**
 * Lines are written together and asynchronously, so a request never waits for its own. As text, all lines that
 * wait would be measured again for each new one, which took longer than making it; buffers have a length.
 */
function bufferedOutput(): DestinationStream {
  // The library's types know only text.
  const output: { write(line: string | Buffer): boolean } = pino.destination({
    dest: 1,
    sync: false,
    minLength: BLOCK_BYTES,
    periodicFlush: FLUSH_MS,
    contentMode: 'buffer',
  });
  return { write: (line) => output.write(Buffer.from(line)) };
}

/**
 * Describes an error without quoting user input. PostgreSQL quotes values in `detail` and in the messages
 * of data errors (class 22).
 */
export function describeError(error: Error): Record<string, unknown> {
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
