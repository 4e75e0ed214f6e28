import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';
import { networkAddress, publicAddress } from '../../events/events.ts';
import { passwordConfirmation } from '../../login/auth.ts';
import { serverStatus } from '../status.ts';

export const healthCalls = defineCalls(
  { room: 'operations', who: 'anyone', tokens: 'none', limited: 'none', changes: 'none' },
  {
    checkHealth: {
      route: 'GET /healthz',
      summary: 'The process is running',
      answers: { 200: z.object({ status: z.literal('ok') }) },
      compress: false,
    },
    checkReadiness: {
      route: 'GET /readyz',
      summary: 'The database can be written to',
      answers: { 200: z.object({ status: z.literal('ready') }) },
      problems: ['not-writable'],
      compress: false,
    },
  },
);

export const statusCalls = defineCalls(
  { room: 'operations', who: 'administrators', tokens: 'none', limited: 'none', changes: 'none' },
  {
    getStatus: {
      route: 'GET /api/status',
      summary: 'The server, its database and disks, and what the operator should look at',
      answers: { 200: serverStatus },
    },
    downloadBackup: {
      route: 'POST /api/status/backup',
      summary: 'A backup of everything, made now and encrypted',
      description:
        'Refused without `BACKUP_PASSPHRASE`: a plain file would show every administrator the secrets of future draws.',
      body: passwordConfirmation,
      confirmed: true,
      answers: { 200: z.string() },
      produces: ['application/octet-stream'],
      problems: ['backup-not-encrypted', 'backup-running'],
      audit: 'backup-downloaded',
    },
    getAddress: {
      route: 'GET /api/address',
      summary: 'The address of the public pages, for QR codes and links',
      who: 'anyone',
      answers: { 200: publicAddress },
    },
    // Not public: it shows how the organiser's network is built.
    getAddressNetwork: {
      route: 'GET /api/address/network',
      summary: "The server's addresses in its own network, if no public one is set",
      limited: 'filtered',
      answers: { 200: networkAddress },
    },
  },
);
