import { request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { logIn as openSession } from '../../scripts/lib/api.mjs';
import { ADMIN } from './processes.mjs';

/** Makes one request as a browser does, and reads the response as raw bytes to its end. */
export function call(url, { method = 'GET', token, body, encoding = 'identity' } = {}) {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const headers = {
      'accept-encoding': encoding,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const sent = request(url, { method, headers, agent: false }, (response) => {
      const pieces = [];
      response.on('data', (piece) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () => {
        const ms = performance.now() - began;
        const bytes = Buffer.concat(pieces);
        if (response.statusCode >= 400) {
          reject(new Error(`${method} ${url}: ${response.statusCode} ${bytes}`));
        } else {
          resolve({ ms, bytes });
        }
      });
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

/** The token of the administrator. */
export async function logIn(url) {
  return (await openSession(url, ADMIN)).token;
}
