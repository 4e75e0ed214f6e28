import { accountCalls, passkeyCalls } from './account.ts';
import { accountsCalls } from './accounts.ts';
import { analyticsCalls } from './analytics.ts';
import { auditCalls } from './audit.ts';
import { authCalls, passkeyLoginCalls, passwordLinkCalls, signOnCalls } from './auth.ts';
import { eventCalls, questionCalls } from './events.ts';
import { importCalls } from './imports.ts';
import { collectingCalls, entryCalls, leadCalls, leadChangeCalls, ownLeadCalls } from './leads.ts';
import { liveCalls } from './live.ts';
import { mailCalls } from './mail.ts';
import { leadFormCalls, pageCalls, stopMailCalls } from './pages.ts';
import { peopleCalls } from './people.ts';
import { pictureCalls } from './pictures.ts';
import { prizeCalls } from './prizes.ts';
import { raffleCalls } from './raffle.ts';
import { readinessCalls } from './readiness.ts';
import { rollCallCalls } from './roll-calls.ts';
import { sampleCalls } from './sample.ts';
import { healthCalls, statusCalls } from './server.ts';
import { sharingCalls, sponsorPageCalls } from './sponsor-pages.ts';
import { sponsorCalls } from './sponsors.ts';
import { ticketCalls } from './tickets.ts';
import { tokenCalls } from './tokens.ts';
import { assignmentCalls, volunteerCalls } from './volunteers.ts';
import { webhookCalls } from './webhooks.ts';
import { winnerCalls } from './winners.ts';

/** Every call of the server. */
export const calls = {
  ...accountCalls,
  ...passkeyCalls,
  ...accountsCalls,
  ...analyticsCalls,
  ...auditCalls,
  ...authCalls,
  ...passwordLinkCalls,
  ...signOnCalls,
  ...passkeyLoginCalls,
  ...eventCalls,
  ...questionCalls,
  ...importCalls,
  ...entryCalls,
  ...collectingCalls,
  ...leadCalls,
  ...leadChangeCalls,
  ...ownLeadCalls,
  ...liveCalls,
  ...mailCalls,
  ...pageCalls,
  ...leadFormCalls,
  ...stopMailCalls,
  ...peopleCalls,
  ...pictureCalls,
  ...prizeCalls,
  ...raffleCalls,
  ...readinessCalls,
  ...rollCallCalls,
  ...healthCalls,
  ...statusCalls,
  ...sampleCalls,
  ...sponsorPageCalls,
  ...sponsorCalls,
  ...sharingCalls,
  ...ticketCalls,
  ...tokenCalls,
  ...volunteerCalls,
  ...assignmentCalls,
  ...webhookCalls,
  ...winnerCalls,
};
