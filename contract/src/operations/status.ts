import { z } from 'zod';
import { timestamp } from '../core/inputs/times.ts';

export const serverWarningKinds = [
  'no-https',
  'no-address',
  'untrusted-proxy',
  'full-disk',
  'emails',
  'webhooks',
  'sign-on',
  'no-backup',
] as const;
export type ServerWarningKind = (typeof serverWarningKinds)[number];

/** The server's status for administrators. */
export const serverStatus = z
  .object({
    version: z.string().describe('The version of Drawbridge.'),
    commit: z.string().nullable().describe('The commit of the build; null if unknown.'),
    startedAt: timestamp,
    database: z.object({
      embedded: z.boolean().describe('True if the server runs its own PostgreSQL.'),
      version: z.string().describe('The version of PostgreSQL.'),
      bytes: z.number().describe('The size of the database.'),
    }),
    disks: z
      .array(
        z.object({
          setting: z.string().describe('The setting that names the directory.'),
          freeBytes: z.number().describe('The free space on the disk.'),
          bytes: z.number().describe('The size of the disk.'),
        }),
      )
      .describe('The disks that the server writes to, by the setting that names the directory.'),
    backup: z.object({
      nightly: z.boolean().describe('True if a backup is written every night.'),
      last: z
        .object({ at: timestamp, bytes: z.number().describe('The size of the file.') })
        .nullable()
        .describe('The newest backup; null if there is none.'),
      encrypted: z
        .boolean()
        .describe('True if backups are encrypted; only then can one be downloaded.'),
      downloadedAt: timestamp
        .nullable()
        .describe('The time of the last download; null if there was none.'),
    }),
    publicUrl: z
      .string()
      .nullable()
      .describe('The origin of the public pages; null if the operator has set none.'),
    https: z.boolean().describe('True if visitors use HTTPS.'),
    warnings: z
      .array(
        z.object({
          kind: z.enum(serverWarningKinds).describe('What is wrong.'),
          operator: z
            .string()
            .nullable()
            .describe('The cause, for the operator; null if the organiser can act alone.'),
          count: z.int().describe('The number of failing emails or webhooks; else 1.'),
        }),
      )
      .describe('Present and expected problems of the server.'),
  })
  .meta({ id: 'ServerStatus' });

export type ServerWarning = ServerStatus['warnings'][number];
export type ServerStatus = z.infer<typeof serverStatus>;
