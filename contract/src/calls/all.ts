import { analyticsCalls } from './analytics.ts';
import { auditCalls } from './audit.ts';
import { liveCalls } from './live.ts';
import { peopleCalls } from './people.ts';
import { prizeCalls } from './prizes.ts';
import { raffleCalls } from './raffle.ts';
import { readinessCalls } from './readiness.ts';
import { healthCalls, statusCalls } from './server.ts';
import { sponsorPageCalls } from './sponsor-pages.ts';
import { sharingCalls, sponsorCalls } from './sponsors.ts';
import { ticketCalls } from './tickets.ts';
import { winnerCalls } from './winners.ts';

/** Every call of the server. */
export const calls = {
  ...analyticsCalls,
  ...auditCalls,
  ...healthCalls,
  ...liveCalls,
  ...peopleCalls,
  ...prizeCalls,
  ...raffleCalls,
  ...readinessCalls,
  ...sharingCalls,
  ...sponsorCalls,
  ...sponsorPageCalls,
  ...statusCalls,
  ...ticketCalls,
  ...winnerCalls,
};
