import { Readable } from 'node:stream';
import { statusCalls } from '@drawbridge/contract/calls/server';
import { backupName } from '../../backup/nightly.ts';
import { makeSnapshot } from '../../backup/snapshot.ts';
import { Problem } from '../../errors.ts';
import { phoneUrls } from '../../process/addresses.ts';
import { feature } from '../feature.ts';
import { readStatus } from './facts.ts';

export const status = feature(statusCalls, ({ db, settings, backups }) => {
  /** A backup holds a connection of the pool for as long as it is being read. */
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
    getAddress: () => ({ publicUrl: settings.publicUrl ?? null }),
    getAddressNetwork: ({ request: { socket } }) => ({
      urls: phoneUrls(settings, socket.localPort ?? settings.port),
    }),
  };
});
