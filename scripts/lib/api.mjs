// Calls the API of a running server, for scripts and benchmarks that arrange what they need.

/** Returns the body of a successful answer. */
export async function call(url, method, path, { token, body } = {}) {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

/** A session in the form that the web app stores. */
export function logIn(url, account) {
  return call(url, 'POST', '/api/auth/login', { body: account });
}
