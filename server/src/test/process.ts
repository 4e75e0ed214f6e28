import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client } from './client.ts';

const launch = fileURLToPath(new URL('../../../scripts/launch.mjs', import.meta.url));

/** A real process of ours, as `npm start` and `npm run admin` run it. */
export interface Command {
  child: ChildProcess;
  /** Everything it has printed so far. */
  output: { stdout: string; stderr: string };
  /** Ends with its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
}

const running = new Set<Command>();
process.once('exit', () => {
  for (const { child } of running) child.kill('SIGKILL');
});

export function runCommand(
  entry: 'main' | 'admin' | 'demo',
  args: string[],
  env: Record<string, string>,
  input = '',
): Command {
  const child = spawn(process.execPath, [launch, entry, ...args], {
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin?.end(input);
  const output = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number);
  const command = { child, output, ended };
  running.add(command);
  ended.finally(() => running.delete(command));
  return command;
}

export interface RunningServer extends Command {
  client: Client;
  /** Ends it the hard way, as a power cut would. */
  kill(): Promise<void>;
  /** Ends it the way an operator does, and gives its exit code. */
  stop(): Promise<number | NodeJS.Signals>;
}

/** Starts the server and waits until it says that it is ready. */
export async function startServer(env: Record<string, string>): Promise<RunningServer> {
  const command = runCommand('main', [], env);
  const url = await new Promise<string>((resolve, reject) => {
    command.child.stdout?.on('data', () => {
      const ready = /is ready: (http:\S+)/.exec(command.output.stdout);
      if (ready?.[1]) resolve(ready[1]);
    });
    command.ended.then((code) =>
      reject(new Error(`The server ended with ${code}: ${command.output.stderr}`)),
    );
  });
  return {
    ...command,
    client: new Client(url),
    kill: async () => {
      command.child.kill('SIGKILL');
      await command.ended;
    },
    stop: () => {
      command.child.kill('SIGTERM');
      return command.ended;
    },
  };
}

/** For the end of a test file: whatever a failed test has left running. */
export async function stopAll(): Promise<void> {
  for (const { child, ended } of [...running]) {
    child.kill('SIGTERM');
    await ended;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
