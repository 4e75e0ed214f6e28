import { randomBytes } from 'node:crypto';
import { sampleCalls } from '@drawbridge/contract/calls/sample';
import { fillDatabase } from '../../demo/fill.ts';
import { hasSample, removeSample } from '../../demo/store.ts';
import { Problem, succeed } from '../../errors.ts';
import { feature } from '../feature.ts';

export const sample = feature(sampleCalls, ({ db }) => ({
  createSample: async ({ user, record }) => {
    if (await hasSample(db)) throw new Problem('sample-exists');
    // Nobody logs in as a volunteer who does not exist.
    const password = randomBytes(24).toString('base64url');
    const { events, volunteers } = await fillDatabase(db, {
      adminId: user.id,
      password,
      now: new Date(),
    });
    await record();
    return { events, volunteers: volunteers.length };
  },
  deleteSample: ({ change }) => change(async (tx) => succeed(await removeSample(tx)), {}),
}));
