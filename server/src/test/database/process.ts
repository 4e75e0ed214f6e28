import {
  type ServerProcess,
  startServer as start,
} from '../../../../scripts/lib/server-process.mjs';
import { Client } from '../world/client.ts';

export type RunningServer = ServerProcess & { client: Client };

/** Starts the server as a separate process, with a client. */
export async function startServer(env: Record<string, string>): Promise<RunningServer> {
  const server = await start({ env });
  return { ...server, client: new Client(server.url) };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
