import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Refusal } from '@drawbridge/contract/collecting/initial-data';
import { type ProblemCode, problemFields, problems } from '@drawbridge/contract/core/errors';
import { helpPages, PRODUCT_NAME } from '@drawbridge/contract/core/pages';
import type { FieldProblem, ProblemDocument } from '@drawbridge/contract/core/problem-document';
import type { Texts } from '@drawbridge/contract/languages/texts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import pg from 'pg';
import { hasSqlState, isDatabaseUnavailable } from '../db/errors.ts';
import { Problem } from '../errors.ts';
import { requestLanguage, textsIn } from './languages.ts';
import { HEADERS } from './security-headers.ts';

const DATABASE_RETRY_SECONDS = 2;
const DRAIN_IDLE_MS = 500;

/** Sends every error, as one plain sentence or, for programs, as RFC 9457. */
export function handleErrors(app: FastifyInstance, on: { onDatabaseAway: () => void }): void {
  app.setErrorHandler(async (error, request, reply) => {
    const problem = toProblem(error);
    if (isDatabaseUnavailable(error)) on.onDatabaseAway();
    if (problem.status === 413) await drain(request.raw);
    return sendProblem(problem, error, request, reply);
  });
}

/**
 * Reads the rest of a request that is too large. The connection is closed after the response, and a client
 * that is still sending then would lose the response.
 */
function drain(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(idle);
      resolve();
    };
    // A client that has stopped sending is waiting for the response; the request timeout ends the others.
    const idle = setTimeout(done, DRAIN_IDLE_MS);
    request.on('data', () => idle.refresh());
    request.once('end', done);
    request.once('close', done);
  });
}

/**
 * Problems that are logged for programs which block the addresses of guessing clients. A request for a second-factor
 * code is not a failure.
 */
const loginFailures = new Set<ProblemCode>([
  ...(['invalid-credentials', 'login-code-invalid', 'too-many-logins', 'passkey-wrong'] as const),
  ...(['second-factor-wrong', 'recovery-code-wrong', 'sign-on-refused'] as const),
  ...(['sign-on-no-account', 'sign-on-needed'] as const),
]);

export function sendProblem(
  problem: Problem,
  cause: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (problem.status === 500) request.log.error({ err: cause }, 'request failed');
  if (loginFailures.has(problem.code)) request.log.warn({ code: problem.code }, 'login failed');
  reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .header('vary', 'accept, accept-language');
  // This header belonged to the compressed response that could not be sent.
  reply.removeHeader('content-encoding');
  reply.raw.removeHeader('content-encoding');
  if (problem.retryAfterSeconds !== undefined) {
    reply.header('retry-after', problem.retryAfterSeconds);
  }
  const texts = textsIn(requestLanguage(request));
  reply.header('content-language', texts.language);
  if (problem.status === 401) reply.header('www-authenticate', challengeOf(problem, request));
  if (wantsDocument(request.headers.accept)) {
    return reply
      .type('application/problem+json')
      .send(JSON.stringify(toDocument(problem, request, texts)));
  }
  return reply
    .type('text/plain; charset=utf-8')
    .send(explain(problem, request.body, texts).sentence);
}

/** True if the client is a program: it accepts problem documents, or only JSON. */
function wantsDocument(accept = ''): boolean {
  const types = accept.split(',').map((range) => range.split(';', 1)[0]?.trim().toLowerCase());
  return (
    types.includes('application/problem+json') || types.every((type) => type === 'application/json')
  );
}

/** The authentication challenge (RFC 6750): a token is required, or another one than was sent. */
function challengeOf({ code }: Problem, { headers }: FastifyRequest): string {
  const rejected = code === 'not-signed-in' && headers.authorization !== undefined;
  return `Bearer realm="${PRODUCT_NAME}"${rejected ? ', error="invalid_token"' : ''}`;
}

function toDocument(problem: Problem, request: FastifyRequest, texts: Texts): ProblemDocument {
  const { sentence, fields } = explain(problem, request.body, texts);
  return {
    type: `${helpPages.api}#${problem.code}`,
    title: texts.sentence(problems[problem.code][1]),
    detail: sentence,
    status: problem.status,
    code: problem.code,
    ...(fields && { fields }),
  };
}

/** The message of a problem and the fields that it belongs to, in the reader's language. */
export function explain(problem: Problem, body: unknown, texts: Texts): Refusal {
  const sentence = texts.sentence(problem.message, problem.values);
  const fields = problem.fields?.map(({ field, message, values }) => ({
    field,
    message: texts.sentence(message, values),
  }));
  const field = problemFields[problem.code]?.find((name) => name in Object(body));
  return { sentence, fields: fields ?? (field ? [{ field, message: sentence }] : undefined) };
}

export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return validationProblem(error.validation);
  if (isDatabaseUnavailable(error) || isCancelled(error)) {
    return new Problem('database-away', { retryAfterSeconds: DATABASE_RETRY_SECONDS });
  }
  // A safety net: the schemas should reject everything that PostgreSQL cannot store.
  if (error instanceof pg.DatabaseError && error.code?.startsWith('22')) {
    return new Problem('invalid-input');
  }
  return new Problem(codeOfFastifyError(error as Partial<FastifyError>));
}

/** True if a statement took too long or its client has disconnected. */
const isCancelled = (error: unknown) =>
  hasSqlState(error, '57014') || (error instanceof Error && error.name === 'AbortError');

function codeOfFastifyError({ code, statusCode }: Partial<FastifyError>): ProblemCode {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return 'too-large';
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return 'unsupported-media-type';
    case 'FST_ERR_MAX_PARAM_LENGTH':
      // The parameter is longer than any id.
      return 'route-not-found';
    default:
      // All other client errors of Fastify: a malformed URL, an incomplete body, a wrong length.
      return statusCode !== undefined && statusCode >= 400 && statusCode < 500
        ? 'malformed-request'
        : 'unexpected';
  }
}

interface ValidationIssue {
  instancePath: string;
  message?: string | undefined;
  params: Record<string, unknown>;
}

function validationProblem(issues: ValidationIssue[]): Problem {
  const fields = issues.map(describeIssue);
  const [first] = issues;
  const missing = (first?.params.params as { problem?: ProblemCode } | undefined)?.problem;
  if (missing && missing in problems) return new Problem(missing);
  const sentence = fields[0]?.message;
  return new Problem('invalid-input', { ...(sentence && { sentence }), fields });
}

function describeIssue({ instancePath, message = '' }: ValidationIssue): FieldProblem {
  const field = instancePath.split('/').filter(Boolean).join('.');
  if (!field) return { field, message: 'The request body must be a JSON object' };
  // zod's messages are for programmers. A field without one of our sentences has the wrong type.
  return {
    field,
    message: message.startsWith('Invalid input') ? `${field} is not valid` : message,
  };
}

const clientErrors: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-too-slow',
};

/** Responds to input that is not valid HTTP. It never becomes a request, so the response is written to the socket. */
export function respondToClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = clientErrors[error.code ?? ''] ?? 'malformed-request';
  const [status, sentence] = problems[code];
  const headers = {
    ...HEADERS,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(sentence),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${sentence}`);
}
