// Calls the API of a running server, for scripts and benchmarks.

/** Makes one request and reads the whole response, whatever its status. */
export async function send(url, method, path, { token, body } = {}) {
  const began = performance.now();
  const response = await fetch(url + path, {
    method,
    headers: {
      'accept-encoding': 'identity',
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    ms: performance.now() - began,
  };
}

/** Returns the body of a successful response. */
export async function call(url, method, path, options) {
  const { status, text } = await send(url, method, path, options);
  if (status >= 400) throw new Error(`${method} ${path}: ${status} ${text}`);
  return JSON.parse(text);
}

/** A session in the form that the web app stores. */
export function logIn(url, account) {
  return call(url, 'POST', '/api/auth/login', { body: account });
}
