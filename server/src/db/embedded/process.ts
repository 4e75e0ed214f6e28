import { type SpawnOptions, spawn } from 'node:child_process';

/** The operating system user of a child process; undefined means our own. */
export interface OsUser {
  uid: number;
  gid: number;
}

interface CommandResult {
  code: number;
  output: string;
}

/** Options for every child process. Node drops the supplementary groups when it sets a uid. */
export function childOptions(osUser: OsUser | undefined): SpawnOptions {
  return {
    ...osUser,
    // The user may not have access to our own directory.
    cwd: '/',
    // A separate process group: Ctrl-C must reach only us, because we decide the order of shutdown.
    detached: true,
    env: cleanEnvironment(),
  };
}

/** The environment without our secrets, and without variables such as PGPORT or LC_ALL that affect PostgreSQL. */
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

/** Runs a command to its end. The code is -1 if the command could not be started. */
export function run(
  command: string,
  args: string[],
  osUser: OsUser | undefined,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...childOptions(osUser), stdio: 'pipe' });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.stdin?.end();
    child.once('error', (error) => resolve({ code: -1, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? -1, output }));
  });
}

/** Picks the line of a program's output that explains the failure. */
export function pickReason(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const line = lines.findLast((text) => /FATAL|PANIC|error:|could not/.test(text)) ?? lines.at(-1);
  return line?.replace(/^.*?(FATAL|PANIC|error): +/, '').trim() ?? 'it gave no reason';
}

/** Sends a signal, unless the process has ended meanwhile. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
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
