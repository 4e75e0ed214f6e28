import { ApiError, type CallOptions, post } from './api-client.ts';
import { newId } from './storage.ts';

/** The ids of requests that were not answered, by what was asked for. */
const unanswered = new Map<string, string>();

/** Posts something that must not happen twice. */
export async function postOnce<Answer>(
  url: string,
  body: object,
  options?: CallOptions,
): Promise<Answer> {
  return (await postWithId<Answer>(url, body, options)).answer;
}

/**
 * Posts under an id. If the answer gets lost and somebody asks for the same again, the request keeps its id,
 * and the server answers it as before instead of doing it a second time.
 */
export async function postWithId<Answer>(
  url: string,
  body: object,
  options?: CallOptions,
): Promise<{ id: string; answer: Answer }> {
  const key = JSON.stringify([url, body]);
  const id = unanswered.get(key) ?? newId();
  unanswered.set(key, id);
  try {
    const answer = await post<Answer>(url, { ...body, id }, options);
    unanswered.delete(key);
    return { id, answer };
  } catch (error) {
    // It was refused, and nothing has happened.
    if (error instanceof ApiError && error.status < 500) unanswered.delete(key);
    throw error;
  }
}

/** From here on, asking for the same again means a new one: the screen has shown what became of the others. */
export function forgetUnanswered(): void {
  unanswered.clear();
}
