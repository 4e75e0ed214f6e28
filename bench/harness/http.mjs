/** Makes one request and reads the whole answer, whatever it is. */
export async function send(url, method, path, { body, token, headers } = {}) {
  const began = performance.now();
  const response = await fetch(new URL(path, url), {
    method,
    headers: {
      'accept-encoding': 'identity',
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    ms: performance.now() - began,
    text: () => text,
  };
}

/** The same where only success will do. */
export async function call(url, method, path, options) {
  const answer = await send(url, method, path, options);
  if (answer.status < 400) return answer;
  throw new Error(`${method} ${path}: ${answer.status} ${answer.text()}`);
}
