import { randomBytes } from 'node:crypto';
import { sampleCalls } from '@drawbridge/contract/operations/calls/sample';
import { feature } from '../../core/feature.ts';
import { fail, succeed } from '../../errors.ts';
import { fillDatabase } from '../demo/fill.ts';
import { hasSample, lockSample, removeQueuedMessages, removeSample } from '../demo/store.ts';

export const sample = feature(sampleCalls, () => ({
  createSample: ({ change }) =>
    change(async (tx, user) => {
      await lockSample(tx);
      if (await hasSample(tx)) return fail('sample-exists');
      // The rest of sample data whose events were deleted one by one.
      await removeSample(tx);
      // A random password, so that nobody can log in as an invented volunteer.
      const password = randomBytes(24).toString('base64url');
      const options = { adminId: user.id, password, now: new Date() };
      const { events, volunteers } = await fillDatabase(tx, options);
      await removeQueuedMessages(tx);
      return succeed({ events, volunteers: volunteers.length });
    }, {}),
  deleteSample: ({ change }) =>
    change(async (tx) => {
      await lockSample(tx);
      return succeed(await removeSample(tx));
    }, {}),
}));
