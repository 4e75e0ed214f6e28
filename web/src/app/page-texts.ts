import type { TextPart } from '@drawbridge/contract/languages/texts';

/** The texts that a page needs in addition to the workspace's, by the name of its path. */
export const pageTexts = {
  event: ['presenter'],
  password: ['sentences', 'problems'],
  remote: ['presenter'],
  settings: ['volunteer'],
  sponsor: ['sponsor'],
  sponsorReport: ['sponsor'],
  stage: ['stage', 'watched'],
  verify: ['verify', 'findings', 'watched'],
  volunteerLeads: ['volunteer', 'problems'],
  volunteerSettings: ['volunteer'],
} as const satisfies Record<string, readonly TextPart[]>;
