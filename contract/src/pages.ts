// The paths of the web pages. The patterns read the same for the web's router and for the server's.

export const adminPages = {
  events: '/admin/events',
  leads: '/admin/leads',
  volunteers: '/admin/volunteers',
  analytics: '/admin/analytics',
} as const;

export const pages = {
  home: '/',
  login: '/login',
  leadForm: '/event/:eventId/submit',
  /** The lead form under a path that is shorter to type. */
  shortLeadForm: '/lead/:eventId',
  raffle: '/event/:eventId/raffle',
  verify: '/event/:eventId/raffle/verify',
  volunteerLeads: '/volunteer/leads',
} as const;

export function leadFormPath(eventId: string): string {
  return withEvent(pages.leadForm, eventId);
}

export function rafflePath(eventId: string): string {
  return withEvent(pages.raffle, eventId);
}

/** An entry code goes behind the #, which browsers do not send to the server. */
export function verifyPath(eventId: string, entryCode?: string): string {
  const path = withEvent(pages.verify, eventId);
  return entryCode === undefined ? path : `${path}#${entryCode}`;
}

/** The log-in that leads back to `next`. */
export function loginPath(next: string): string {
  return `${pages.login}?next=${encodeURIComponent(next)}`;
}

/** Matches every path of a page, with and without a slash at the end. */
export function pageRegExp(...patterns: string[]): RegExp {
  return new RegExp(`^(${patterns.join('|').replace(/:\w+/g, '[^/]+')})/?$`);
}

function withEvent(pattern: string, eventId: string): string {
  return pattern.replace(':eventId', () => encodeURIComponent(eventId));
}
