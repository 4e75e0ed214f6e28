// Which packages the server needs while it runs, by the repository's lock file.

/**
 * The paths of those that are the same everywhere, and the versions of those for single platforms, among which npm
 * chooses where it installs.
 */
export function runtimePackages({ packages }) {
  const found = new Set();
  follow('server');
  const isNative = (path) => Boolean(packages[path].os ?? packages[path].cpu);
  const [native, portable] = [true, false].map((wanted) =>
    [...found].filter((path) => isNative(path) === wanted).sort(),
  );
  return {
    portable,
    native: Object.fromEntries(
      native.map((path) => [path.split('node_modules/').at(-1), packages[path].version]),
    ),
  };

  function follow(from) {
    const { dependencies, optionalDependencies, peerDependencies } = packages[from];
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
    for (const name of names.filter(isNeeded)) {
      const path = resolve(from, name);
      // A peer that is optional may be missing.
      if (!path || found.has(path)) continue;
      found.add(path);
      follow(path);
    }
  }

  /** Where Node.js finds a package that the one at `from` imports. */
  function resolve(from, name) {
    for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
      const path = at ? `${at}/node_modules/${name}` : `node_modules/${name}`;
      const entry = packages[path];
      if (entry) return entry.link ? entry.resolved : path;
      if (!at) return undefined;
    }
  }
}

/** Only the compiler reads types. */
export const isNeeded = (name) => !name.startsWith('@types/');
