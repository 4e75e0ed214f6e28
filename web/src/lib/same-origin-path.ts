/** A path of this very site, or null: a way back must not lead to somebody else's page. */
export function sameOriginPath(given: string | null, origin = location.origin): string | null {
  if (!given?.startsWith('/')) return null;
  try {
    // The browser's own reading, because `//host` and `/\host` start with a slash too.
    const url = new URL(given, origin);
    return url.origin === origin ? url.pathname + url.search + url.hash : null;
  } catch {
    return null;
  }
}
