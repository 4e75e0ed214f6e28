import { healthCalls } from '@drawbridge/contract/calls/server';
import { Problem } from '../../errors.ts';
import { feature } from '../feature.ts';

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
