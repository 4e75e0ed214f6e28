import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** Makes one request and reads the answer, whatever it is, as raw bytes to its end. */
export function send(url, method, path, { body, token, headers } = {}) {
  const text = body && JSON.stringify(body);
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const options = {
      method,
      agent,
      headers: {
        ...(text && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    };
    const sent = request(new URL(path, url), options, (response) => {
      const pieces = [];
      response.on('data', (piece) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () => {
        const ms = performance.now() - began;
        const bytes = Buffer.concat(pieces);
        const { statusCode: status, headers } = response;
        resolve({ status, headers, bytes, ms, text: () => bytes.toString() });
      });
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

/** The same where only success will do. */
export async function call(url, method, path, options) {
  const answer = await send(url, method, path, options);
  if (answer.status < 400) return answer;
  throw new Error(`${method} ${path}: ${answer.status} ${answer.text()}`);
}
