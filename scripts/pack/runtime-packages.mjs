// Which packages the server needs while it runs, by the repository's lock file.

/**
 * `portable` are the paths of those that are the same everywhere. npm has to choose the rest for the platform where it
 * installs: `installed` are their versions by name.
 */
export function runtimePackages({ packages }) {
  const portable = new Set();
  const installed = {};
  follow('server');
  return { portable: [...portable].sort(), installed };

  function follow(from) {
    for (const name of neededBy(from)) {
      const path = resolve(from, name);
      // A peer that is optional may be missing.
      if (!path || portable.has(path)) continue;
      if (differs(path)) installed[name] = packages[path].version;
      else {
        portable.add(path);
        follow(path);
      }
    }
  }

  function neededBy(path) {
    const { dependencies, optionalDependencies, peerDependencies } = packages[path];
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
    return names.filter(isNeeded);
  }

  /** Whether a package is for one platform, or loads such packages. */
  function differs(path) {
    const isNative = ({ os, cpu } = {}) => Boolean(os ?? cpu);
    return (
      isNative(packages[path]) ||
      neededBy(path).some((name) => isNative(packages[resolve(path, name) ?? '']))
    );
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
const isNeeded = (name) => !name.startsWith('@types/');
