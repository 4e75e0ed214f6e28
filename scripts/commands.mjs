// Everything that users and operators call: by `npm run NAME` in a clone (`npm start`), by `drawbridge NAME` where the
// package is installed. The modules of the server need a build.

/** @type {Record<string, { module: string, args?: string, does: string }>} */
export const commands = {
  start: { module: 'server/dist/main.js', does: 'starts the server, and PostgreSQL with it' },
  demo: {
    module: 'server/dist/demo.js',
    args: '[--force]',
    does: 'fills an empty database with an organisation to look around in',
  },
  admin: {
    module: 'server/dist/admin.js',
    args: 'create|passwd NAME',
    does: 'adds an administrator, or sets a new password; admin alone lists more',
  },
  backup: {
    module: 'server/dist/backup.js',
    args: 'FILE',
    does: 'writes the whole database into one file, while the server runs',
  },
  restore: {
    module: 'server/dist/restore.js',
    args: 'FILE',
    does: 'loads such a file into an empty database',
  },
  check: {
    module: 'server/dist/check.js',
    does: 'reads the whole database and says whether everything is consistent',
  },
  doctor: {
    module: 'scripts/doctor.mjs',
    does: 'checks this machine and the settings, and says what is wrong',
  },
  verify: {
    module: 'scripts/verify.mjs',
    args: 'PROOF.json',
    does: "checks a saved proof of an event's draws, without a server",
  },
};

/** What a person types before the name of a command. On npm's registry the name alone is another product. */
export function prefixOf({ packaged, npmEvent, version }) {
  if (!packaged) return 'npm run';
  return npmEvent === 'npx' ? `npx ./drawbridge-${version}.tgz` : 'drawbridge';
}

export function describeCommands(version, prefix) {
  const calls = Object.entries(commands).map(([name, { args = '', does }]) => ({
    call: `${prefix} ${name} ${args}`.trimEnd(),
    does,
  }));
  const width = Math.max(...calls.map(({ call }) => call.length));
  return [
    `Drawbridge ${version} collects leads at events and raffles prizes among them.`,
    '',
    ...calls.map(({ call, does }) => `  ${call.padEnd(width)}  ${does}`),
    '',
    'Settings are environment variables, such as PORT (3000) and DATA_DIR. The handbook is in the app, at /help.',
  ].join('\n');
}
