import type { AddressInfo } from 'node:net';
import type { Server as TlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { createApp } from './app.ts';
import { type NightlyBackups, startNightlyBackups } from './backup/nightly.ts';
import type { Database } from './db/client.ts';
import { CannotListen } from './failure.ts';
import type { ProcessMetrics } from './metrics/process-metrics.ts';
import type { Settings } from './settings.ts';
import { CertificateRenewal, readCertificate } from './tls.ts';

export const webDirectory = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** A server that is listening, in this process or in its workers. */
export interface RunningServer {
  /** The actual port: with PORT=0 the system chooses one. */
  port: number;
  close(): Promise<void>;
  /** All measurements as Prometheus reads them, if they are on. */
  readMetrics?: (() => Promise<string>) | undefined;
}

/** This process, which listens itself. */
export interface ServingProcess extends RunningServer {
  metrics: ProcessMetrics | undefined;
}

/** Serves requests in this process. */
export async function serve(
  db: Database,
  settings: Settings,
  log: FastifyBaseLogger,
): Promise<ServingProcess> {
  const { tls } = settings;
  const certificate = tls && readCertificate(tls);
  let backups: NightlyBackups | undefined;
  const metrics = await createMetrics(db, settings, () => backups?.succeeded());
  const app = await createApp({ db, settings, log, webDirectory, certificate, metrics });
  try {
    await app.listen({ port: settings.port, host: settings.host });
  } catch (error) {
    await app.close();
    throw new CannotListen(error);
  }
  const { port } = app.server.address() as AddressInfo;
  backups = startNightlyBackups(db, settings, log);
  const renewal =
    certificate &&
    new CertificateRenewal(app.server as unknown as TlsServer, tls, certificate, log);
  const close = () => {
    backups?.stop();
    renewal?.stop();
    return app.close();
  };
  const readMetrics = metrics && (() => metrics.read());
  return { port, close, metrics, readMetrics };
}

async function createMetrics(
  db: Database,
  { metricsPort, backupDir }: Settings,
  backupSucceeded: () => boolean | undefined,
): Promise<ProcessMetrics | undefined> {
  if (metricsPort === undefined) return undefined;
  const { ProcessMetrics } = await import('./metrics/process-metrics.ts');
  return new ProcessMetrics({ db, backupDir, backupSucceeded });
}
