import type { ProblemCode } from '@drawbridge/contract/core/errors';
import type { FieldProblem, ProblemDocument } from '@drawbridge/contract/core/problem-document';
import { hasShape, listOf, optional, text } from './shape.ts';

/** The content of an error response. */
export interface ReadProblem {
  /** The text for people; empty if the server gave no reason. */
  sentence: string;
  /** The code that pages check; missing if the response is not from our server. */
  code?: ProblemCode;
  /** The problems of single fields of the request. */
  fields?: FieldProblem[] | undefined;
}

/** A limit above the length of any sentence of the server. */
const SENTENCE_MAX = 300;
const documentShape = {
  title: text,
  detail: optional(text),
  code: text,
  fields: optional(listOf({ field: text, message: text })),
};

/**
 * Reads an error response. Without a body, its sentence is the status text. The sentence is empty if the body is
 * neither a problem nor a sentence, such as a proxy's HTML page: the screen then shows its fallback.
 */
export async function readProblem(response: Response): Promise<ReadProblem> {
  const type = response.headers.get('content-type') ?? '';
  const body = (await response.text()).trim();
  if (body === '') return { sentence: response.statusText };
  if (/^application\/problem\+json\b/i.test(type)) return readDocument(body) ?? { sentence: '' };
  const isSentence = /^(text\/plain\b|$)/i.test(type) && /^[^<{[\r\n][^\r\n]*$/.test(body);
  return { sentence: isSentence && body.length <= SENTENCE_MAX ? body : '' };
}

/** Other programs between the page and the server may respond with such documents, but not with our codes. */
function readDocument(body: string): ReadProblem | undefined {
  try {
    const problem = JSON.parse(body) as ProblemDocument;
    if (!hasShape(problem, documentShape)) return undefined;
    return {
      sentence: problem.detail ?? problem.title,
      code: problem.code,
      fields: problem.fields,
    };
  } catch {
    return undefined;
  }
}
