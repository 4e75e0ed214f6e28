import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export const ADMIN = { username: 'admin', password: 'drawbridge-e2e' };

export interface LaunchedServer {
  url: string;
  /** SIGTERM is how an operator stops it; SIGKILL is what happens to it. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** The real server, started as `npm start` does; resolves when it is ready. */
export async function launchServer(dataDir: string, port = 0): Promise<LaunchedServer> {
  const { DATABASE_URL: _unset, ...environment } = process.env;
  const server = spawn(process.execPath, ['scripts/launch.mjs', 'main'], {
    env: {
      ...environment,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'warn',
      PUBLIC_SUBMITS_PER_MINUTE: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await readAddress(server);
  return {
    url,
    stop: async (signal = 'SIGTERM') => {
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.kill(signal);
      await once(server, 'exit');
    },
  };
}

async function readAddress(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error('The server has no output to read');
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /is ready: (http\S+)/.exec(line)?.[1];
    if (address) {
      // Nobody reads on; a full pipe would stop the server.
      server.stdout.resume();
      return address;
    }
  }
  throw new Error('The server ended before it was ready');
}
