const verbs: Record<string, string> = {
  GET: 'get',
  POST: 'create',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
};

/** Calls that are no reading, creating, changing or deleting of what their path names. */
const namedOperations: Record<string, string> = {
  'GET /healthz': 'checkHealth',
  'GET /readyz': 'checkReadiness',
  'POST /api/auth/login': 'logIn',
  'POST /api/auth/login-code': 'logInByCode',
  'POST /api/auth/login-passkey': 'logInByPasskey',
  'POST /api/auth/login-sign-on': 'logInBySignOn',
  'POST /api/auth/passkey-challenge': 'createPasskeyChallenge',
  'POST /api/auth/sign-on': 'startSignOn',
  'GET /api/auth/sign-on/end': 'endSignOn',
  'GET /api/auth/ways': 'getWaysToLogIn',
  'POST /api/auth/logout': 'logOut',
  'POST /api/auth/register': 'createVolunteer',
  'POST /api/auth/forgotten-password': 'askForPasswordLink',
  'POST /api/auth/password-by-link': 'setPasswordByLink',
  'GET /api/auth/me': 'getOwnUser',
  'GET /api/volunteer/assignments': 'getOwnAssignments',
  'GET /api/volunteer/leads': 'getOwnLeads',
  'PATCH /api/volunteer/leads/:id': 'updateOwnLead',
  'DELETE /api/volunteer/leads/:id': 'deleteOwnLead',
  'GET /api/volunteer/numbers': 'getKnownNumbers',
  'GET /api/account': 'getOwnAccount',
  'POST /api/account/password': 'changeOwnPassword',
  'GET /api/account/sessions': 'getOwnSessions',
  'POST /api/account/email': 'changeOwnEmail',
  'DELETE /api/account/sessions': 'endOtherSessions',
  'DELETE /api/account/sessions/:id': 'endSession',
  'POST /api/account/second-factor': 'startSecondFactor',
  'POST /api/account/second-factor/confirm': 'confirmSecondFactor',
  'POST /api/account/second-factor/recovery-codes': 'replaceRecoveryCodes',
  'POST /api/account/second-factor/remove': 'removeSecondFactor',
  'POST /api/account/confirmation': 'confirmWithoutPassword',
  'POST /api/account/passkeys/options': 'startPasskey',
  'POST /api/account/passkeys/:id/remove': 'removePasskey',
  'POST /api/accounts/:id/password': 'resetPassword',
  'POST /api/accounts/:id/second-factor/remove': 'resetSecondFactor',
  'DELETE /api/tokens/:id': 'revokeToken',
  'GET /api/audit': 'getAuditTrail',
  'GET /api/audit/export': 'exportAudit',
  'GET /api/events/live': 'watchEvents',
  'GET /api/events/:eventId/live': 'watchRaffle',
  'GET /api/events/:eventId/live/missed': 'getMissedMoments',
  'GET /api/events/:eventId/raffles': 'getRaffleResults',
  'GET /api/events/:eventId/eligible': 'getEligiblePeople',
  'POST /api/events/:eventId/draw-winner': 'drawWinner',
  'POST /api/events/:eventId/drawing': 'announceDraw',
  'POST /api/events/:eventId/seal': 'sealDraw',
  'POST /api/events/:eventId/void': 'voidDraw',
  'POST /api/events/:eventId/draws/:number/forfeit': 'forfeitDraw',
  'POST /api/events/:eventId/draws/:number/handover': 'handOverPrize',
  'DELETE /api/events/:eventId/draws/:number/handover': 'undoHandover',
  'POST /api/events/:eventId/handovers': 'handOverPrizeByCode',
  'POST /api/events/:eventId/winners/export': 'exportWinners',
  'DELETE /api/events/:eventId/readiness/:volunteerId': 'dismissSilentDevices',
  'GET /api/events/:eventId/winners/mail': 'getWinnerMails',
  'POST /api/events/:eventId/draws/:number/mail': 'mailWinner',
  'GET /api/mail': 'getMailStatus',
  'POST /api/mail/test': 'testMail',
  'POST /api/mail/log-in-links/:id': 'mailLogInLink',
  'POST /api/leads/public': 'enterRaffle',
  'POST /api/leads/export': 'exportLeadFile',
  'GET /api/leads/export': 'exportLeads',
  'POST /api/leads/bulk-verify': 'verifyLeads',
  'GET /api/leads/counts': 'countLeads',
  'GET /api/leads/marks': 'countLeadMarks',
  'GET /api/leads/submitters': 'getLeadSubmitters',
  'POST /api/leads/undo': 'undoLeadSteps',
  'POST /api/imports/:id/rows': 'addImportRows',
  'POST /api/imports/:id/commit': 'commitImport',
  'POST /api/people/find': 'findPeople',
  'GET /api/people/consents': 'getConsentTexts',
  'POST /api/people/export': 'exportPerson',
  'POST /api/people/erase': 'erasePeople',
  'POST /api/prizes/order': 'orderPrizes',
  'POST /api/prizes/:id/restore': 'restorePrize',
  'POST /api/sponsors/:id/restore': 'restoreSponsor',
  'POST /api/sponsor-page/session': 'openSponsorLink',
  'POST /api/sponsor-page/file': 'downloadSponsorLeads',
  'GET /api/sponsors/public': 'getPublicSponsors',
  'POST /api/status/backup': 'downloadBackup',
  'POST /api/users/login-codes': 'createLoginCodes',
  'GET /api/users/volunteers': 'getVolunteers',
  'PATCH /api/users/:id': 'updateVolunteer',
  'DELETE /api/users/:id': 'deleteVolunteer',
  'POST /api/webhooks/:id/rotate': 'rotateWebhookSecret',
  'POST /api/webhooks/:id/test': 'testWebhook',
  'POST /api/webhooks/:id/deliveries/:deliveryId/send': 'sendDeliveryAgain',
  'POST /api/volunteer/heartbeat': 'sendHeartbeat',
  'GET /api/volunteer-assignments': 'getAssignments',
  'POST /api/volunteer-assignments': 'createAssignment',
  'PATCH /api/volunteer-assignments/:id/revoke': 'revokeAssignment',
  'PATCH /api/volunteer-assignments/:id/restore': 'restoreAssignment',
};

/** The name of a call in generated clients: `getLeads`, `getLead`, `updateLead`, `getEventDraws`. */
export function operationIdOf(method: string, url: string): string {
  const named = namedOperations[`${method} ${url.replace(/\/$/, '')}`];
  if (named) return named;
  const segments = url
    .replace(/^\/(api\/)?/, '')
    .split('/')
    .filter(Boolean);
  const words = segments.flatMap((segment, index) => {
    if (segment.startsWith(':')) return [];
    // One of them, if its id follows or if it is being made.
    const one =
      segments[index + 1]?.startsWith(':') || (method === 'POST' && index === segments.length - 1);
    return (one ? segment.replace(/s$/, '') : segment).split('-');
  });
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return (verbs[method] ?? method.toLowerCase()) + name;
}
