import { type SpawnOptions, spawn } from 'node:child_process';

/** Whom a child process runs as; undefined means as ourselves. */
export interface Account {
  uid: number;
  gid: number;
}

export interface Outcome {
  code: number;
  output: string;
}

/** How every child of ours is started. Node drops the supplementary groups when it sets a uid. */
export function childOptions(account: Account | undefined): SpawnOptions {
  const windows = process.platform === 'win32';
  return {
    ...account,
    // Our own directory may be out of the account's reach.
    cwd: '/',
    // A group of its own: Ctrl-C in the terminal is for us, who decide the order of shutting down.
    detached: !windows,
    windowsHide: true,
    env: windows ? process.env : cleanEnvironment(),
  };
}

/** Our secrets and somebody's PGPORT or LC_ALL are not for PostgreSQL. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH = '/usr/bin:/bin', LD_LIBRARY_PATH } = process.env;
  return {
    PATH: `${PATH}:/usr/sbin:/sbin`,
    HOME: '/',
    LC_ALL: 'C',
    TZ: 'UTC',
    ...(LD_LIBRARY_PATH === undefined ? {} : { LD_LIBRARY_PATH }),
  };
}

/** Runs a command to its end. A command that cannot be run at all has the code -1. */
export function run(
  command: string,
  args: string[],
  account: Account | undefined,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...childOptions(account), stdio: 'pipe' });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.stdin?.end();
    child.once('error', (error) => resolve({ code: -1, output: error.message }));
    // On Windows a server that the command starts inherits the pipes and would keep them open.
    child.once(process.platform === 'win32' ? 'exit' : 'close', (code) =>
      resolve({ code: code ?? -1, output }),
    );
  });
}

/** The line of a program's output that says what went wrong. */
export function pickReason(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const line = lines.findLast((text) => /FATAL|PANIC|error:|could not/.test(text)) ?? lines.at(-1);
  return line?.replace(/^.*?(FATAL|PANIC|error): +/, '').trim() ?? 'it gave no reason';
}

export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException | undefined)?.code ?? '');
}
