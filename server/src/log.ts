import pg from 'pg';
import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

/** Readable in a terminal, one JSON document per line everywhere else. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const terminal = !destination && process.stdout.isTTY;
  return pino(
    { level, serializers: { err: describeError }, base: null },
    terminal
      ? pretty({ ignore: 'pid,hostname', sync: true })
      : // While one line is being written the next ones gather, so a request never waits for its line.
        (destination ?? pino.destination({ dest: 1, sync: false })),
  );
}

/**
 * What is known of an error without what people typed: PostgreSQL quotes values in `detail`, and in
 * the messages of data errors (class 22).
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
