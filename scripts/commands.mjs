// All commands of users and operators: `npm run NAME` in a clone (`npm start`), `drawbridge NAME` where the package is
// installed. The modules of the server need a build.

/** @type {Record<string, { module: string, args?: string, does: string }>} */
export const commands = {
  start: { module: 'server/dist/main.js', does: 'starts the server, and PostgreSQL with it' },
  demo: {
    module: 'server/dist/operations/commands/demo.js',
    args: '[--force]',
    does: 'fills an empty database with an organisation to look around in',
  },
  admin: {
    module: 'server/dist/operations/commands/admin.js',
    args: 'create|passwd NAME',
    does: 'adds an administrator, or sets a new password; admin alone lists more',
  },
  backup: {
    module: 'server/dist/operations/commands/backup.js',
    args: 'FILE',
    does: 'writes the whole database into one file, while the server runs',
  },
  restore: {
    module: 'server/dist/operations/commands/restore.js',
    args: 'FILE [--plain]',
    does: 'loads such a file into an empty database',
  },
  export: {
    module: 'server/dist/operations/commands/export.js',
    args: 'FILE.tar.gz',
    does: 'writes everything into one archive of CSV and JSON, to read or to move elsewhere',
  },
  check: {
    module: 'server/dist/operations/commands/check.js',
    does: 'reads the whole database and says whether everything is consistent',
  },
  doctor: {
    module: 'server/dist/operations/commands/doctor.js',
    does: 'checks settings, disk, port, database, mail and single sign-on as a start does',
  },
  verify: {
    module: 'scripts/verify.mjs',
    args: 'PROOF.json|ADDRESS [--code ENTRY-CODE]…',
    does: "checks an event's draws, by a saved proof or the address of a page",
  },
};

/** The words before the name of a command. */
export function prefixOf({ packaged, npmEvent }) {
  if (!packaged) return 'npm run';
  return npmEvent === 'npx' ? 'npx drawbridge-raffle' : 'drawbridge';
}

/** The full command line; npm needs `--` before arguments. */
export function callOf(prefix, name, args = commands[name].args) {
  return [prefix, name, args && prefix === 'npm run' && '--', args].filter(Boolean).join(' ');
}

export function describeCommands(version, prefix) {
  const calls = Object.keys(commands).map((name) => [callOf(prefix, name), commands[name].does]);
  const width = Math.max(...calls.map(([call]) => call.length));
  return [
    `Drawbridge ${version} collects leads at events and raffles prizes among them.`,
    '',
    ...calls.map(([call, does]) => `  ${call.padEnd(width)}  ${does}`),
    '',
    'Settings are environment variables, such as PORT (3000) and DATA_DIR. The handbook is in the app, at /help.',
  ].join('\n');
}
