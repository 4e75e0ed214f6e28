import { analyticsCalls } from '../collecting/calls/analytics.ts';
import { importCalls } from '../collecting/calls/imports.ts';
import {
  collectingCalls,
  entryCalls,
  leadCalls,
  leadChangeCalls,
  ownLeadCalls,
} from '../collecting/calls/leads.ts';
import { personalDataCalls } from '../collecting/calls/personal-data.ts';
import { eventCalls, questionCalls } from '../events/calls/events.ts';
import { pictureCalls } from '../events/calls/pictures.ts';
import { sponsorCalls } from '../events/calls/sponsors.ts';
import {
  authCalls,
  passkeyLoginCalls,
  passwordLinkCalls,
  signOnCalls,
} from '../login/calls/auth.ts';
import { sampleCalls } from '../operations/calls/sample.ts';
import { healthCalls, statusCalls } from '../operations/calls/server.ts';
import { mailCalls } from '../outreach/calls/mail.ts';
import { sharingCalls, sponsorPageCalls } from '../outreach/calls/sponsor-pages.ts';
import { webhookCalls } from '../outreach/calls/webhooks.ts';
import { liveCalls } from '../raffle/calls/live.ts';
import { prizeCalls } from '../raffle/calls/prizes.ts';
import { raffleCalls } from '../raffle/calls/raffle.ts';
import { readinessCalls } from '../raffle/calls/readiness.ts';
import { rollCallCalls } from '../raffle/calls/roll-calls.ts';
import { ticketCalls } from '../raffle/calls/tickets.ts';
import { winnerCalls } from '../raffle/calls/winners.ts';
import { accountCalls, passkeyCalls } from '../team/calls/account.ts';
import { accountsCalls } from '../team/calls/accounts.ts';
import { auditCalls } from '../team/calls/audit.ts';
import { tokenCalls } from '../team/calls/tokens.ts';
import { assignmentCalls, volunteerCalls } from '../team/calls/volunteers.ts';
import { leadFormCalls, pageCalls, unsubscribeCalls } from './pages.ts';

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
  ...unsubscribeCalls,
  ...personalDataCalls,
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
