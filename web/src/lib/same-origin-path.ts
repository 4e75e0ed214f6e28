/** The path if it is on this site, otherwise null, so that a redirect cannot leave the site. */
export function sameOriginPath(given: string | null, origin = location.origin): string | null {
  if (!given?.startsWith('/')) return null;
  const path = resolvePath(given, origin);
  // A resolved path can resolve to another address: `/.//host` becomes `//host`.
  return path !== null && resolvePath(path, origin) === path ? path : null;
}

/** The path as the browser would read it, because `//host` and `/\host` start with a slash too. */
function resolvePath(path: string, origin: string): string | null {
  try {
    const url = new URL(path, origin);
    return url.origin === origin ? url.pathname + url.search + url.hash : null;
  } catch {
    return null;
  }
}
