/** Everything that is recorded by area, with the words in which people read it. */
export const auditAreas = {
  'Log-ins and sessions': {
    'log-in': 'Logged in',
    'log-in-failed': 'Log-in failed',
    'log-in-code-asked': 'Was asked for a code at log-in',
    'log-out': 'Logged out',
    'session-ended': 'Ended a session',
    'sessions-ended': 'Ended all other sessions',
    'password-link-asked': 'Asked for a new password by mail',
  },
  'Own account': {
    'password-wrong': 'Entered a wrong current password',
    'password-changed': 'Changed their password',
    'email-changed': 'Changed their e-mail address',
    'second-factor-started': 'Got a key for a second factor',
    'second-factor-code-wrong': 'Entered a wrong code for a second factor',
    'second-factor-enabled': 'Turned the second factor on',
    'second-factor-removed': 'Turned the second factor off',
    'recovery-codes-replaced': 'Made new recovery codes',
  },
  Administrators: {
    'account-created': 'Created an administrator',
    'account-changed': 'Changed an administrator',
    'account-disabled': 'Disabled an administrator',
    'account-enabled': 'Enabled an administrator',
    'account-password-reset': 'Reset a password',
    'account-second-factor-reset': 'Reset a second factor',
  },
  Programs: {
    'token-made': 'Made a token for a program',
    'token-revoked': 'Revoked a token',
    'webhook-added': 'Added a webhook',
    'webhook-changed': 'Changed a webhook',
    'webhook-secret-rotated': "Rotated a webhook's secret",
    'webhook-disabled': 'Disabled a webhook',
    'webhook-deleted': 'Deleted a webhook',
    'webhook-tested': 'Sent a test to a webhook',
    'delivery-sent-again': 'Sent a message to a webhook again',
  },
  Volunteers: {
    'volunteer-created': 'Created a volunteer',
    'volunteer-changed': 'Changed a volunteer',
    'volunteer-deleted': 'Deleted a volunteer',
    'login-code-made': 'Made a log-in code',
    'login-link-mailed': 'Sent a log-in link by mail',
    'volunteer-assigned': 'Assigned a volunteer',
    'assignment-revoked': 'Revoked an assignment',
    'assignment-restored': 'Restored an assignment',
  },
  Events: {
    'event-created': 'Created an event',
    'event-changed': 'Changed an event',
    'questions-changed': "Changed an event's questions",
    'translations-changed': "Changed an event's translations",
    'event-deleted': 'Deleted an event',
  },
  'Prizes and sponsors': {
    'prize-added': 'Added a prize',
    'prize-changed': 'Changed a prize',
    'prizes-ordered': 'Reordered the prizes',
    'prize-deleted': 'Deleted a prize',
    'prize-restored': 'Restored a prize',
    'sponsor-added': 'Added a sponsor',
    'sponsor-changed': 'Changed a sponsor',
    'sponsor-removed': 'Removed a sponsor',
    'sponsor-restored': 'Restored a sponsor',
  },
  Leads: {
    'lead-added': 'Added a lead',
    'lead-changed': 'Changed a lead',
    'lead-verified': 'Verified a lead',
    'lead-promoted': 'Promoted a lead',
    'leads-verified': 'Verified several leads',
    'verify-undone': 'Undid verifying a lead',
    'promote-undone': 'Undid promoting a lead',
    'bulk-verify-undone': 'Undid verifying several leads',
    'lead-deleted': 'Deleted a lead',
    'leads-exported': 'Exported leads',
    'leads-imported': 'Imported leads',
  },
  'Personal data': {
    'person-looked-up': "Looked up a person's data",
    'lead-erased': 'Erased a lead',
    'leads-erased': 'Erased the leads of an event past its retention period',
    'person-exported': "Exported a person's data",
    'traces-removed': 'Removed traces of erased leads',
  },
  Draws: {
    'draw-sealed': 'Sealed a draw',
    'winner-drawn': 'Drew a winner',
    'draw-voided': 'Voided a draw',
    'win-forfeited': 'Passed over a winner',
    'prize-handed-over': 'Handed over a prize',
    'handover-code-wrong': 'Entered a wrong code for a prize',
    'handover-undone': 'Undid handing over a prize',
    'winners-exported': 'Exported winners',
    'winner-mailed': 'Wrote to a winner',
  },
  'Audit trail and server': {
    'audit-exported': 'Exported the audit trail',
    'backup-downloaded': 'Downloaded a backup',
    'mail-tested': 'Sent a test by mail',
  },
} as const;

type Areas = typeof auditAreas;
export type AuditKind = { [Area in keyof Areas]: keyof Areas[Area] }[keyof Areas];

export const auditKinds = Object.assign({}, ...Object.values(auditAreas)) as Record<
  AuditKind,
  string
>;

/** Finds the entries without a known actor. */
export const UNKNOWN_ACTOR = 'unknown';
