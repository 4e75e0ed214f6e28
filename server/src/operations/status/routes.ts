import { Readable } from 'node:stream';
import { healthCalls, statusCalls } from '@drawbridge/contract/operations/calls/server';
import { feature, type Services } from '../../core/feature.ts';
import { Problem } from '../../errors.ts';
import { phoneUrls } from '../../http/connections/addresses.ts';
import { type BackupResult, backupName } from '../backup/nightly.ts';
import { makeSnapshot } from '../backup/snapshot.ts';
import { readStatus } from './server-status.ts';

export interface StatusServices extends Services {
  /** The result of this process's nightly backups. */
  backups: BackupResult;
}

export const status = feature(statusCalls, ({ db, settings, backups }: StatusServices) => {
  /** True during a download, of which one runs at a time: each holds a connection of the pool while it is read. */
  let downloading = false;
  async function* download(passphrase: string) {
    downloading = true;
    try {
      yield* makeSnapshot(db, passphrase);
    } finally {
      downloading = false;
    }
  }

  return {
    getStatus: () => readStatus(db, settings, backups),
    downloadBackup: async ({ record, reply }) => {
      const { backupPassphrase } = settings;
      if (backupPassphrase === undefined) throw new Problem('backup-not-encrypted');
      if (downloading) throw new Problem('backup-running');
      await record();
      return reply
        .type('application/octet-stream')
        .header(
          'content-disposition',
          `attachment; filename="${backupName(new Date(), backupPassphrase)}"`,
        )
        .send(Readable.from(download(backupPassphrase), { objectMode: false }));
    },
    getAddress: () => ({ publicUrl: settings.publicUrl ?? null, country: settings.country }),
    getAddressNetwork: ({ request: { socket } }) => ({
      urls: phoneUrls(settings, socket.localPort ?? settings.port),
    }),
  };
});

const RETRY_SECONDS = 2;

export const health = feature(healthCalls, ({ writes }) => ({
  checkHealth: () => ({ status: 'ok' as const }),
  checkReadiness: async () => {
    if (!(await writes.isWritable())) {
      throw new Problem('not-writable', { retryAfterSeconds: RETRY_SECONDS });
    }
    return { status: 'ready' as const };
  },
}));
