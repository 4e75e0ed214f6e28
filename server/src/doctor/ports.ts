import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { findPostmaster } from '../db/embedded/postmaster.ts';
import type { Settings } from '../settings.ts';
import { type Finding, note, ok, problem } from './machine.ts';

const ANSWER_MS = 2_000;

type Probe = (host: string, port: number) => Promise<boolean>;

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
} satisfies Record<string, Probe>;

export type PortSetting = keyof typeof probes;

/** All ports of a server that is yet to be started. */
export async function checkPorts(settings: Settings): Promise<Finding[]> {
  const { port, host, metricsPort, metricsHost, httpRedirectPort, dataDir, databaseUrl } = settings;
  const here = databaseUrl
    ? undefined
    : (await findPostmaster(join(dataDir, 'postgres'))) !== undefined;
  return [
    await checkPort('PORT', port, host, here),
    ...(httpRedirectPort
      ? [await checkPort('HTTP_REDIRECT_PORT', httpRedirectPort, host, here)]
      : []),
    ...(metricsPort ? [await checkPort('METRICS_PORT', metricsPort, metricsHost, here)] : []),
  ];
}

/** `here` says whether a server is running on our data; undefined if that cannot be known. */
export async function checkPort(
  setting: PortSetting,
  port: number,
  host: string,
  here: boolean | undefined,
): Promise<Finding> {
  const error = await new Promise<NodeJS.ErrnoException | undefined>((done) => {
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

function describeDrawbridge(setting: string, port: number, here: boolean | undefined): Finding {
  if (here) return ok(`Drawbridge is running on port ${port} (${setting})`);
  return here === undefined
    ? note(`A Drawbridge has port ${port}: if it is another one, stop it, or set ${setting}`)
    : problem(`Another Drawbridge, with other data, has port ${port}: stop it, or set ${setting}`);
}

interface Answer {
  status: number | undefined;
  location: string | undefined;
  body: string;
}

function ask(
  get: typeof getHttps,
  host: string,
  port: number,
  path: string,
): Promise<Answer | undefined> {
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
