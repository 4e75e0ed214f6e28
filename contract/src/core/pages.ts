// The paths of the web pages. The web's router and the server's read the same patterns.

import { LANGUAGE_PARAMETER } from '../languages/languages.ts';

export const adminPages = {
  events: '/admin/events',
  leads: '/admin/leads',
  volunteers: '/admin/volunteers',
  analytics: '/admin/analytics',
  settings: '/admin/settings',
  server: '/admin/settings/server',
  accounts: '/admin/settings/people',
  integrations: '/admin/settings/integrations',
  privacy: '/admin/settings/privacy',
  /** An event's page; its overview has no word of its own in the address. */
  event: '/admin/events/:eventId',
  /** The tab with the questions, which loads more than the others. */
  form: '/admin/events/:eventId/form',
  eventTab: '/admin/events/:eventId/:tab',
  /** What a sponsor gets, as one printed page. */
  sponsorReport: '/admin/events/:eventId/sponsors/:sponsorId/report',
} as const;

/** Where screens of the administration were before, for bookmarks. */
export const movedPages = {
  '/admin/accounts': adminPages.accounts,
  '/admin/audit': adminPages.privacy,
  '/admin/people': adminPages.privacy,
  '/admin/programs': adminPages.integrations,
} as const;

export const pages = {
  home: '/',
  login: '/login',
  /** Asks for a link by mail, and is where that link leads. */
  password: '/login/password',
  leadForm: '/event/:eventId/submit',
  /** A shorter path for the lead form. */
  shortLeadForm: '/lead/:eventId',
  /** Leads to the form; short enough to be typed. */
  typedLeadForm: '/e/:shortCode',
  raffle: '/event/:eventId/raffle',
  /** The raffle for a projector, without anything to operate. */
  stage: '/event/:eventId/stage',
  /** Where the presenter draws from, with a phone in the hand. */
  remote: '/event/:eventId/remote',
  verify: '/event/:eventId/raffle/verify',
  /** The tickets on this device. */
  ticket: '/event/:eventId/ticket',
  /** The draw as an entry for a calendar, not a page of the app. */
  drawCalendar: '/event/:eventId/draw.ics',
  /** A sponsor's own leads; the secret of the link is in the fragment. */
  sponsor: '/sponsor',
  volunteerLeads: '/volunteer/leads',
  volunteerSettings: '/volunteer/settings',
  help: '/help',
  /** Ends the mail from an event: a page of the server, outside the app. */
  stopMail: '/mail/stop/:id',
} as const;

/** The handbook's chapters: static pages that the build makes of `docs`, outside the app. */
export const helpPages = {
  organisers: '/help/organisers',
  operators: '/help/operators',
  fairDraw: '/help/fair-draw',
  scale: '/help/scale',
  api: '/help/api',
} as const;

/** All sections of the handbook, to be searched; the build writes it beside the chapters. */
export const HANDBOOK_INDEX = '/help/search.json';

export interface HandbookSection {
  url: string;
  chapter: string;
  title: string;
  text: string;
}

export function leadFormPath(eventId: string): string {
  return withEvent(pages.leadForm, eventId);
}

/** The tabs of an event's page beside its overview. */
export type EventTab = 'form' | 'prizes' | 'sponsors' | 'team' | 'leads' | 'draw' | 'results';

export function eventPath(eventId: string, tab?: EventTab): string {
  const path = withEvent(adminPages.event, eventId);
  return tab ? `${path}/${tab}` : path;
}

/** The lead form on a tablet that visitors share. */
export function kioskPath(eventId: string): string {
  return `${leadFormPath(eventId)}?kiosk`;
}

export function isKiosk(search: string): boolean {
  return new URLSearchParams(search).has('kiosk');
}

export function typedLeadFormPath(shortCode: string): string {
  return pages.typedLeadForm.replace(':shortCode', shortCode);
}

export function rafflePath(eventId: string): string {
  return withEvent(pages.raffle, eventId);
}

/** The stage in the event's language, or in others (`de,ar`). */
export function stagePath(eventId: string, languages?: string): string {
  const path = withEvent(pages.stage, eventId);
  return languages ? `${path}?${LANGUAGE_PARAMETER}=${languages}` : path;
}

export function remotePath(eventId: string): string {
  return withEvent(pages.remote, eventId);
}

/** Everything held about the person of a lead. */
export function personPath(leadId: string): string {
  return `${adminPages.privacy}?lead=${leadId}`;
}

/** The entry code goes into the fragment, which browsers do not send to the server. */
export function verifyPath(eventId: string, entryCode?: string): string {
  const path = withEvent(pages.verify, eventId);
  return entryCode === undefined ? path : `${path}#${entryCode}`;
}

/** Opened on a phone, it keeps the ticket there. The code and the name go into the fragment, as above. */
export function ticketPath(eventId: string, entryCode?: string, name = ''): string {
  const path = withEvent(pages.ticket, eventId);
  return entryCode === undefined ? path : `${path}#${entryCode}/${encodeURIComponent(name)}`;
}

/** A sponsor's page; its secret goes into the fragment, as above. */
export function sponsorPath(secret: string): string {
  return `${pages.sponsor}#${secret}`;
}

export function sponsorReportPath(eventId: string, sponsorId: string): string {
  return withEvent(adminPages.sponsorReport, eventId).replace(':sponsorId', () => sponsorId);
}

/** The log-in page with a one-time code of this person, as above. */
export function loginCodePath(code: string, name: string): string {
  return `${pages.login}#${code}/${encodeURIComponent(name)}`;
}

/**
 * Where somebody chooses a password, as above. An invitation's address carries the username, which the page shows, and
 * `who` says which rule the page names; the server knows it.
 */
export function passwordPath(
  code: string,
  invited?: { username: string; who?: 'volunteer' | undefined },
): string {
  const account = invited ? [encodeURIComponent(invited.username), invited.who] : [];
  return `${pages.password}#${[code, ...account].filter(Boolean).join('/')}`;
}

/** The code and the name in the fragment of such an address. */
export function readCodeFragment(fragment: string): { code: string; name: string } {
  const [code = '', name = ''] = fragment.replace('#', '').split('/');
  try {
    return { code, name: decodeURIComponent(name) };
  } catch {
    // A scanner or a messenger has cut it off.
    return { code, name: '' };
  }
}

/** The log-in page, which returns to `next` afterwards. */
export function loginPath(next: string): string {
  return `${pages.login}?next=${encodeURIComponent(next)}`;
}

/** Matches the paths of a page, with or without a trailing slash. */
export function pageRegExp(...patterns: string[]): RegExp {
  return new RegExp(`^(${patterns.join('|').replace(/:\w+/g, '[^/]+')})/?$`);
}

/** The path of a page of an event. */
export function withEvent(pattern: string, eventId: string): string {
  return pattern.replace(':eventId', () => encodeURIComponent(eventId));
}

/** The product's name on screens, in the API and in files. Messages to operators spell it out. */
export const PRODUCT_NAME = 'Drawbridge';
