import { z } from 'zod';
import { moment } from './times.ts';

/** What an administrator may know about the server. */
export const serverStatus = z
  .object({
    version: z.string(),
    /** The commit that it was built from; null if that is not known. */
    commit: z.string().nullable(),
    startedAt: moment,
    database: z.object({ embedded: z.boolean(), version: z.string(), bytes: z.number() }),
    /** The disks that the server writes to, by the setting that names the directory. */
    disks: z.array(z.object({ setting: z.string(), freeBytes: z.number(), bytes: z.number() })),
    backup: z.object({
      /** Whether one is made every night, and the newest of them. */
      nightly: z.boolean(),
      last: z.object({ at: moment, bytes: z.number() }).nullable(),
      /** Whether backups are encrypted; only then can one be downloaded. */
      encrypted: z.boolean(),
      downloadedAt: moment.nullable(),
    }),
    publicUrl: z.string().nullable(),
    https: z.boolean(),
    /** One sentence for each thing that the operator should look at. */
    warnings: z.array(z.string()),
  })
  .meta({ id: 'ServerStatus' });

export type ServerStatus = z.infer<typeof serverStatus>;
