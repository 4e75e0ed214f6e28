import type { AddressInfo } from 'node:net';
import type { Server as TlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { createApp } from './app.ts';
import { backUpToday } from './backup/nightly.ts';
import type { Database } from './db/client.ts';
import { CannotListen } from './failure.ts';
import { eraseDueLeads } from './features/people/retention.ts';
import { describeRemoval, removePendingTraces } from './features/people/traces.ts';
import { type NightlyTask, startNightly } from './nightly.ts';
import type { Settings } from './settings.ts';
import { CertificateRenewal, readCertificate } from './tls.ts';

export const webDirectory = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** A server that is listening, in this process or in its workers. */
export interface RunningServer {
  /** The actual port: with PORT=0 the system chooses one. */
  port: number;
  close(): Promise<void>;
}

/** Serves requests in this process. */
export async function serve(
  db: Database,
  settings: Settings,
  log: FastifyBaseLogger,
): Promise<RunningServer> {
  const { tls } = settings;
  const certificate = tls && readCertificate(tls);
  const app = await createApp({ db, settings, log, webDirectory, certificate });
  try {
    await app.listen({ port: settings.port, host: settings.host });
  } catch (error) {
    await app.close();
    throw new CannotListen(error);
  }
  const { port } = app.server.address() as AddressInfo;
  const nightly = startNightly(nightlyTasks(db, settings), log);
  const renewal =
    certificate &&
    new CertificateRenewal(app.server as unknown as TlsServer, tls, certificate, log);
  const close = () => {
    nightly.stop();
    renewal?.stop();
    return app.close();
  };
  return { port, close };
}

/** The backup comes last, so that it does not contain what is erased this night. */
function nightlyTasks(db: Database, settings: Settings): NightlyTask[] {
  const erase: NightlyTask = {
    name: 'Erasing leads',
    run: async (now) => {
      const leads = await eraseDueLeads(db, now);
      return leads > 0 ? `Erased ${leads} leads whose time was over` : undefined;
    },
  };
  const traces: NightlyTask = {
    name: 'Removing traces of erased leads',
    run: async (now) => describeRemoval(await removePendingTraces(db, now)),
  };
  const backup: NightlyTask = {
    name: 'The backup',
    run: async (now) => {
      const made = await backUpToday(db, settings, now);
      return made && `Backup of ${made.rows} rows written to ${made.path} (${made.bytes} bytes)`;
    },
  };
  return [erase, traces, ...(settings.backupDir === undefined ? [] : [backup])];
}
