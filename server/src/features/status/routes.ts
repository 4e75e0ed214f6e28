import { Readable } from 'node:stream';
import { passwordConfirmation } from '@drawbridge/contract/accounts/accounts';
import { publicAddress } from '@drawbridge/contract/events';
import { serverStatus } from '@drawbridge/contract/status';
import { z } from 'zod';
import { backupName } from '../../backup/nightly.ts';
import { makeSnapshot } from '../../backup/snapshot.ts';
import { Problem } from '../../errors.ts';
import { recordAudit } from '../audit/store.ts';
import { confirmUser } from '../auth/confirm-password.ts';
import type { Routes } from '../feature.ts';
import { readStatus } from './facts.ts';

const tags = ['status'];

export const statusRoutes: Routes = async (app, { db, settings, backups }) => {
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

  app.get(
    '/',
    {
      schema: {
        tags,
        summary: 'The server, its database and disks, and what the operator should look at',
        response: { 200: serverStatus },
      },
    },
    () => readStatus(db, settings, backups),
  );

  app.post(
    '/backup',
    {
      config: {
        problems: ['backup-not-encrypted', 'backup-running'],
      },
      schema: {
        tags,
        summary: 'A backup of everything, made now and encrypted',
        description:
          'Refused without `BACKUP_PASSPHRASE`: a plain file would show every administrator the secrets of future draws.',
        body: passwordConfirmation,
        produces: ['application/octet-stream'],
        response: { 200: z.string() },
      },
    },
    async (request, reply) => {
      const actor = await confirmUser(db, request);
      const { backupPassphrase } = settings;
      if (backupPassphrase === undefined) throw new Problem('backup-not-encrypted');
      if (downloading) throw new Problem('backup-running');
      await recordAudit(db, actor, { kind: 'backup-downloaded' });
      const stream = Readable.from(download(backupPassphrase), { objectMode: false });
      return reply
        .type('application/octet-stream')
        .header('content-disposition', `attachment; filename="${backupName(new Date())}"`)
        .send(stream as never) as never;
    },
  );
};

export const addressRoutes: Routes = async (app, { settings }) => {
  app.get(
    '/',
    {
      schema: {
        tags: ['events'],
        summary: 'The address of the public pages, for QR codes and links',
        response: { 200: publicAddress },
      },
    },
    () => ({ publicUrl: settings.publicUrl ?? null }),
  );
};
