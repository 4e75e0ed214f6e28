import type { Path, RequestOf, ResponseOf } from '@drawbridge/contract/calls/client';
import { ApiError, api, type CallOptions } from '../api/api-client.ts';
import { newId } from '../device/storage.ts';

/** The ids of requests without a response, by their content. */
const unanswered = new Map<string, string>();

/** The paths that take a request id, under which a request takes effect only once. */
type OncePath = {
  [P in Path<'POST'>]: RequestOf<'POST', P> extends { body: infer Body }
    ? 'id' extends keyof Body
      ? P
      : never
    : never;
}[Path<'POST'>];

type Given<P extends OncePath> = RequestOf<'POST', P> & CallOptions;

/** Posts a request that must not be executed twice. */
export async function sendOnce<P extends OncePath>(
  path: P,
  input: Given<P>,
): Promise<ResponseOf<'POST', P>> {
  return (await sendWithId<P>(path, input)).response;
}

/**
 * Posts under an id. If the response is lost and the user repeats the same request, it keeps its id, and the server
 * repeats its response instead of executing it a second time.
 */
export const sendWithId = sendUnderId as unknown as <P extends OncePath>(
  path: P,
  input: Given<P>,
) => Promise<{ id: string; response: ResponseOf<'POST', P> }>;

const send = api.post as unknown as (path: string, input: object) => Promise<unknown>;

async function sendUnderId(path: string, input: { body: object }) {
  const key = JSON.stringify([path, input]);
  const id = unanswered.get(key) ?? newId();
  unanswered.set(key, id);
  try {
    const response = await send(path, { ...input, body: { ...input.body, id } });
    unanswered.delete(key);
    return { id, response };
  } catch (error) {
    // The request was refused, and nothing has happened.
    if (error instanceof ApiError && error.status < 500) unanswered.delete(key);
    throw error;
  }
}

/**
 * Forgets the ids of requests whose results the lists at these addresses now show: the same request is a new one from
 * here on. A request that no list has shown keeps its id, so that a retry is not executed twice.
 */
export function forgetUnanswered(shown: readonly string[]): void {
  const lists = shown.map((url) => url.split('?', 1)[0] ?? url);
  for (const key of unanswered.keys()) {
    const [path] = JSON.parse(key) as [string];
    if (lists.some((list) => path.startsWith(list))) unanswered.delete(key);
  }
}
