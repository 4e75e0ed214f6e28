/** More than any sentence of the server. */
const SENTENCE_MAX = 300;

/**
 * The server's sentence in an error response, or the status text if the body is empty. It is empty if
 * the body is no sentence, such as the HTML page of a proxy: people then read the fallback of the screen.
 */
export async function readSentence(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? '';
  const text = (await response.text()).trim();
  if (text === '') return response.statusText;
  const isSentence = /^(text\/plain\b|$)/i.test(type) && /^[^<{[\r\n][^\r\n]*$/.test(text);
  return isSentence && text.length <= SENTENCE_MAX ? text : '';
}
