import pg from 'pg';
import { type DestinationStream, type Logger, pino } from 'pino';
import { LogOutput } from './log-output.ts';

// One for the whole process, because each has a handler for its end.
const standardOutput = process.stdout.isTTY ? await prettyTerminal() : new LogOutput(1);

/** The log is human-readable in a terminal, and one JSON document per line elsewhere. */
export function createLog(level: string, destination: DestinationStream = standardOutput): Logger {
  return pino({ level, serializers: { err: describeError }, base: null }, destination);
}

async function prettyTerminal(): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty');
  return pretty({ ignore: 'pid,hostname', sync: true });
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
