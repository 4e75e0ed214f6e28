// The paths of the web pages. The web's router and the server read the same patterns.

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
  /** The overview of an event. */
  event: '/admin/events/:eventId',
  /** The tab with the questions, which loads more code than the others. */
  form: '/admin/events/:eventId/form',
  eventTab: '/admin/events/:eventId/:tab',
  /** The printable report for a sponsor. */
  sponsorReport: '/admin/events/:eventId/sponsors/:sponsorId/report',
} as const;

/** Earlier paths of the administration, for bookmarks. */
export const movedPages = {
  '/admin/accounts': adminPages.accounts,
  '/admin/audit': adminPages.privacy,
  '/admin/people': adminPages.privacy,
  '/admin/programs': adminPages.integrations,
} as const;

export const pages = {
  home: '/',
  login: '/login',
  /** The page that requests a password link by mail, and that such a link opens. */
  password: '/login/password',
  leadForm: '/event/:eventId/submit',
  /** A shorter path for the lead form. */
  shortLeadForm: '/lead/:eventId',
  /** The shortest path to the form, for typing. */
  typedLeadForm: '/e/:shortCode',
  raffle: '/event/:eventId/raffle',
  /** The raffle's wall for a projector, without controls. */
  stage: '/event/:eventId/stage',
  /** The presenter's remote, for a phone. */
  remote: '/event/:eventId/remote',
  verify: '/event/:eventId/raffle/verify',
  /** The page with the tickets on this device. */
  ticket: '/event/:eventId/ticket',
  /** The time of the draw as a calendar file, not a page of the app. */
  drawCalendar: '/event/:eventId/draw.ics',
  /** The page with a sponsor's leads; the secret of the link is in the fragment. */
  sponsor: '/sponsor',
  volunteerLeads: '/volunteer/leads',
  volunteerSettings: '/volunteer/settings',
  help: '/help',
  /** The unsubscribe page of an event's mail, rendered by the server outside the app. */
  unsubscribe: '/mail/unsubscribe/:id',
} as const;

/** The handbook's chapters: static pages that the build renders from `docs`, outside the app. */
export const helpPages = {
  organisers: '/help/organisers',
  volunteers: '/help/volunteers',
  privacyText: '/help/privacy-text',
  moving: '/help/moving',
  install: '/help/install',
  settings: '/help/settings',
  operators: '/help/operators',
  fairDraw: '/help/fair-draw',
  fairDrawSpec: '/help/fair-draw-spec',
  scale: '/help/scale',
  api: '/help/api',
} as const;

/** The search index of the handbook; the build writes it beside the chapters. */
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
export type EventTab =
  | 'form'
  | 'prizes'
  | 'sponsors'
  | 'team'
  | 'leads'
  | 'draw'
  | 'results'
  | 'settings';

export function eventPath(eventId: string, tab?: EventTab): string {
  const path = withEvent(adminPages.event, eventId);
  return tab ? `${path}/${tab}` : path;
}

/** The path of the lead form on a tablet that visitors share. */
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

/** The path of the wall in the event's language, or in the given ones (`de,ar`). */
export function stagePath(eventId: string, languages?: string): string {
  const path = withEvent(pages.stage, eventId);
  return languages ? `${path}?${LANGUAGE_PARAMETER}=${languages}` : path;
}

export function remotePath(eventId: string): string {
  return withEvent(pages.remote, eventId);
}

/** The page with all data stored about the person of a lead. */
export function personPath(leadId: string): string {
  return `${adminPages.privacy}?lead=${leadId}`;
}

/** The path of the verify page. The entry code is in the fragment, which browsers do not send to the server. */
export function verifyPath(eventId: string, entryCode?: string): string {
  const path = withEvent(pages.verify, eventId);
  return entryCode === undefined ? path : `${path}#${entryCode}`;
}

/** The path that stores a ticket on the phone that opens it. The code and the name are in the fragment, as above. */
export function ticketPath(eventId: string, entryCode?: string, name = ''): string {
  const path = withEvent(pages.ticket, eventId);
  return entryCode === undefined ? path : `${path}#${entryCode}/${encodeURIComponent(name)}`;
}

/** The path of a sponsor's page; its secret is in the fragment, as above. */
export function sponsorPath(secret: string): string {
  return `${pages.sponsor}#${secret}`;
}

export function sponsorReportPath(eventId: string, sponsorId: string): string {
  return withEvent(adminPages.sponsorReport, eventId).replace(':sponsorId', () => sponsorId);
}

/** The path of the login page with a one-time code and the person's name in the fragment, as above. */
export function loginCodePath(code: string, name: string): string {
  return `${pages.login}#${code}/${encodeURIComponent(name)}`;
}

/**
 * The path of the page that sets a password, with the code in the fragment, as above. An invitation also carries the
 * username, which the page shows. `who` selects the password rule that the page shows; the server knows it.
 */
export function passwordPath(
  code: string,
  invited?: { username: string; who?: 'volunteer' | undefined },
): string {
  const account = invited ? [encodeURIComponent(invited.username), invited.who] : [];
  return `${pages.password}#${[code, ...account].filter(Boolean).join('/')}`;
}

/** Reads the code and the name from such a fragment. */
export function readCodeFragment(fragment: string): { code: string; name: string } {
  const [code = '', name = ''] = fragment.replace('#', '').split('/');
  try {
    return { code, name: decodeURIComponent(name) };
  } catch {
    // A scanner or a messenger has cut off the name.
    return { code, name: '' };
  }
}

/** The path of the login page, which returns to `next` afterwards. */
export function loginPath(next: string): string {
  return `${pages.login}?next=${encodeURIComponent(next)}`;
}

/** Matches the paths of a page, with or without a trailing slash. */
export function pageRegExp(...patterns: string[]): RegExp {
  return new RegExp(`^(${patterns.join('|').replace(/:\w+/g, '[^/]+')})/?$`);
}

/** The path of an event's page. */
export function withEvent(pattern: string, eventId: string): string {
  return pattern.replace(':eventId', () => encodeURIComponent(eventId));
}

/** The product's name on screens, in the API and in files. Messages to operators write it literally. */
export const PRODUCT_NAME = 'Drawbridge';
