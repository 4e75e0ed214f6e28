// Whether the server can have its ports, or who has them.
import { existsSync, readFileSync } from 'node:fs';
import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { note, ok, problem } from './machine.mjs';

const ANSWER_MS = 2_000;

/** How a Drawbridge answers at the port of each setting. */
const probes = {
  PORT: async (host, port) => {
    const answers = await Promise.all(
      [getHttp, getHttps].map((get) => ask(get, host, port, '/healthz')),
    );
    return answers.some((answer) => answer?.body === '{"status":"ok"}');
  },
  METRICS_PORT: async (host, port) => {
    const answer = await ask(getHttp, host, port, '/metrics');
    return answer?.body.includes('drawbridge_info') === true;
  },
  HTTP_REDIRECT_PORT: async (host, port) => {
    const answer = await ask(getHttp, host, port, '/');
    return answer?.status === 308 && answer.location?.startsWith('https:') === true;
  },
};

/** `here` says whether a server is running on our data; undefined if that cannot be known. */
export async function checkPort(setting, port, host, here) {
  if (!(Number.isInteger(port) && port >= 0 && port < 65_536)) {
    return problem(`${setting} must be a number from 0 to 65535`);
  }
  const error = await new Promise((done) => {
    const server = createServer().once('error', done);
    server.listen(port, host, () => server.close(() => done(undefined)));
  });
  if (!error) return ok(`Port ${port} is free (${setting})`);
  if (error.code === 'EADDRINUSE') {
    const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
    return (await probes[setting](reachable, port))
      ? describeDrawbridge(setting, port, here)
      : problem(`Port ${port} is in use by another program: stop that, or set ${setting}`);
  }
  if (error.code === 'EACCES') {
    return problem(
      `Port ${port} belongs to root: set ${setting} to 1024 or more, or start as root`,
    );
  }
  return problem(`The server cannot listen on ${host}, port ${port}: ${error.message}`);
}

function describeDrawbridge(setting, port, here) {
  if (here) return ok(`Drawbridge is running on port ${port} (${setting})`);
  return here === undefined
    ? note(`A Drawbridge has port ${port}: if it is another one, stop it, or set ${setting}`)
    : problem(`Another Drawbridge, with other data, has port ${port}: stop it, or set ${setting}`);
}

/** Whether a server is running on the embedded database in this directory. */
export function isRunningOn(dataDir) {
  const file = join(dataDir, 'postgres/postmaster.pid');
  if (!existsSync(file)) return false;
  try {
    process.kill(Number.parseInt(readFileSync(file, 'utf8'), 10), 0);
    return true;
  } catch (error) {
    // It runs as another account, or only that one may read its files.
    return error.code === 'EPERM' || error.code === 'EACCES';
  }
}

function ask(get, host, port, path) {
  return new Promise((done) => {
    // Whose certificate it has does not matter here.
    const options = { host, port, path, rejectUnauthorized: false, timeout: ANSWER_MS };
    const request = get(options, async (response) => {
      const chunks = await response.toArray().catch(() => []);
      const { statusCode: status, headers } = response;
      done({ status, location: headers.location, body: Buffer.concat(chunks).toString() });
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => done(undefined));
  });
}
