import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';
import { networkAddress, publicAddress } from '../../events/events.ts';
import { passwordConfirmation } from '../../login/auth.ts';
import { serverStatus } from '../status.ts';

export const healthCalls = defineCalls(
  {
    room: 'operations',
    allowedFor: 'anyone',
    tokenScope: 'none',
    eventScope: 'none',
    changes: 'none',
  },
  {
    checkHealth: {
      route: 'GET /healthz',
      summary: 'The process is running',
      responses: { 200: z.object({ status: z.literal('ok') }) },
      compress: false,
    },
    checkReadiness: {
      route: 'GET /readyz',
      summary: 'The database can be written to',
      responses: { 200: z.object({ status: z.literal('ready') }) },
      problems: ['not-writable'],
      compress: false,
    },
  },
);

export const statusCalls = defineCalls(
  {
    room: 'operations',
    allowedFor: 'administrators',
    tokenScope: 'none',
    eventScope: 'none',
    changes: 'none',
  },
  {
    getStatus: {
      route: 'GET /api/status',
      summary: 'The status of the server, its database and disks, with warnings for the operator',
      responses: { 200: serverStatus },
    },
    downloadBackup: {
      route: 'POST /api/status/backup',
      summary: 'Download an encrypted backup of all data',
      description:
        'Refused without `BACKUP_PASSPHRASE`: an unencrypted file would show administrators the secrets of future draws.',
      body: passwordConfirmation,
      confirmed: true,
      responses: { 200: z.string() },
      produces: ['application/octet-stream'],
      problems: ['backup-not-encrypted', 'backup-running'],
      audit: 'backup-downloaded',
    },
    getAddress: {
      route: 'GET /api/address',
      summary:
        'The address of the public pages, for QR codes and links, and the country of the first event',
      allowedFor: 'anyone',
      responses: { 200: publicAddress },
    },
    // Not public: it shows how the organiser's network is built.
    getAddressNetwork: {
      route: 'GET /api/address/network',
      summary: "The server's addresses in its own network, if no public one is set",
      eventScope: 'filtered',
      responses: { 200: networkAddress },
    },
  },
);
