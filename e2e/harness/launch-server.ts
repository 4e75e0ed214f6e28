import { fileURLToPath } from 'node:url';
import { type ServerProcess, startServer } from '../../scripts/lib/server-process.mjs';
import { testChain } from './beacon-chain.ts';

export const ADMIN = { username: 'admin', password: 'drawbridge-e2e' };

const entry = fileURLToPath(new URL('server.mjs', import.meta.url));

/** Starts the built server with a chain of beacons whose future is known. */
export function launchServer(dataDir: string, port = 0): Promise<ServerProcess> {
  return startServer({
    command: [process.execPath, entry],
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      PUBLIC_SUBMITS_PER_MINUTE: '0',
      BACKUP_PASSPHRASE: 'nine copper weathervanes',
      WEBHOOKS_TO_PRIVATE: 'on',
      TEST_CHAIN: JSON.stringify(testChain),
    },
    showErrors: true,
  });
}
