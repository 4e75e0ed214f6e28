import type { ServerStatus } from '@drawbridge/contract/operations/status';
import { commit, version } from '../../core/build.ts';
import type { Database } from '../../db/client.ts';
import { describeMissingHttps, isHttps } from '../../http/connections/addresses.ts';
import { describeSignOnProblem } from '../../login/sign-on/provider.ts';
import { countTroubledMails } from '../../outreach/mail/store.ts';
import { countTroubledWebhooks } from '../../outreach/webhooks/delivery-store.ts';
import type { Settings } from '../../settings.ts';
import { type BackupResult, readLastBackup } from '../backup/nightly.ts';
import { describeFullDisks, readDisks } from './disks.ts';
import { describeProxy, readDatabaseFacts, readLastDownload, readUntrustedProxy } from './store.ts';

/** The longest time since the last backup: a day, and the time that a backup takes. */
const BACKUP_MS = 26 * 60 * 60 * 1000;

export async function readStatus(
  db: Database,
  settings: Settings,
  backups: BackupResult,
): Promise<ServerStatus> {
  const { databaseUrl, backupDir, backupPassphrase, publicUrl, trustProxy } = settings;
  const [facts, disks, last, downloadedAt, proxy, troubled, webhooks, signOn] = await Promise.all([
    readDatabaseFacts(db),
    readDisks(settings),
    backupDir === undefined ? undefined : readLastBackup(backupDir),
    readLastDownload(db),
    trustProxy === false ? readUntrustedProxy(db) : undefined,
    settings.mail ? countTroubledMails(db) : 0,
    countTroubledWebhooks(db),
    settings.signOn && describeSignOnProblem(settings.signOn),
  ]);
  const embedded = databaseUrl === undefined;
  return {
    version,
    commit,
    startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    database: { embedded, ...facts },
    disks,
    backup: {
      nightly: backupDir !== undefined,
      last: last ? { at: last.at.toISOString(), bytes: last.bytes } : null,
      encrypted: backupPassphrase !== undefined,
      downloadedAt,
    },
    publicUrl: publicUrl ?? null,
    https: isHttps(publicUrl),
    warnings: [
      ...describeMissingHttps(settings),
      ...(publicUrl ? [] : ['PUBLIC_URL is not set: QR codes lead to the address in your browser']),
      ...(proxy ? [describeProxy(proxy)] : []),
      ...describeFullDisks(disks),
      ...(troubled > 0 ? [`Mail waits or was given up (${troubled}): see Mail below`] : []),
      ...(webhooks > 0 ? [`Webhooks fail or were disabled (${webhooks}): see Integrations`] : []),
      ...(signOn ? [signOn] : []),
      ...describeBackups(settings, backups, last?.at),
    ],
  };
}

function describeBackups(
  { backupDir, databaseUrl }: Settings,
  { succeeded }: BackupResult,
  last: Date | undefined,
): string[] {
  if (backupDir === undefined) {
    // The operator of an external PostgreSQL may back it up in other ways.
    return databaseUrl ? [] : ['There are no nightly backups: set BACKUP_DIR'];
  }
  if (succeeded === false) return ['The last nightly backup failed: the log says why'];
  const old = !last || Date.now() - last.getTime() > BACKUP_MS;
  return old && succeeded !== undefined ? ['The last backup is more than a day old'] : [];
}
