import type {
  ServerStatus,
  ServerWarning,
  ServerWarningKind,
} from '@drawbridge/contract/operations/status';
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
      ...describeMissingHttps(settings).map(warn('no-https')),
      ...(publicUrl
        ? []
        : ['PUBLIC_URL is not set: QR codes lead to the address in the browser']
      ).map(warn('no-address')),
      ...(proxy ? [describeProxy(proxy)] : []).map(warn('untrusted-proxy')),
      ...describeFullDisks(disks).map(warn('full-disk')),
      ...(troubled > 0 ? [{ kind: 'emails' as const, operator: null, count: troubled }] : []),
      ...(webhooks > 0 ? [{ kind: 'webhooks' as const, operator: null, count: webhooks }] : []),
      ...(signOn ? [signOn] : []).map(warn('sign-on')),
      ...describeBackups(settings, backups, last?.at).map(warn('no-backup')),
    ],
  };
}

/** A warning with its cause for the operator. */
const warn =
  (kind: ServerWarningKind) =>
  (operator: string): ServerWarning => ({ kind, operator, count: 1 });

function describeBackups(
  { backupDir, databaseUrl }: Settings,
  { succeeded }: BackupResult,
  last: Date | undefined,
): string[] {
  if (backupDir === undefined) {
    // The operator of an external PostgreSQL may back it up in other ways.
    return databaseUrl ? [] : ['There are no nightly backups: set BACKUP_DIR'];
  }
  if (succeeded === false) return ['The last nightly backup failed: see the log'];
  const old = !last || Date.now() - last.getTime() > BACKUP_MS;
  return old && succeeded !== undefined ? ['The last backup is more than a day old'] : [];
}
