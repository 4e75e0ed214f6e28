/** The path if it is on this site, otherwise null, so that a redirect cannot leave the site. */
export function sameOriginPath(given: string | null, origin = location.origin): string | null {
  if (!given?.startsWith('/')) return null;
  try {
    // Parsed by the browser, because `//host` and `/\host` start with a slash too.
    const url = new URL(given, origin);
    return url.origin === origin ? url.pathname + url.search + url.hash : null;
  } catch {
    return null;
  }
}
