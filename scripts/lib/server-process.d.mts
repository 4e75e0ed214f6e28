import type { ChildProcess } from 'node:child_process';

export interface ProgramOptions {
  args?: string[];
  /** Added to PATH, HOST, PORT=0 and LOG_LEVEL=warn; nothing else is inherited. */
  env?: Record<string, string>;
  /** What it reads from its standard input. */
  input?: string;
  /** Options for Node itself, before the script. */
  nodeArgs?: string[];
  /** Where its standard output goes, as a service's does; reading a pipe would cost the benchmark time. */
  logFile?: string;
  /** Passes on what it writes to its standard error instead of keeping it. */
  showErrors?: boolean;
  /** Opens a channel for messages. */
  ipc?: boolean;
}

/** A real process of ours, as `npm start` and `npm run admin` run it. */
export interface Program {
  child: ChildProcess;
  /** Everything it has printed so far. */
  output: { stdout: string; stderr: string };
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  signal(name: NodeJS.Signals): void;
}

export interface ServerProcess extends Program {
  url: string;
  /** From the start of the process to its line that it is ready. */
  startMs: number;
  /** Ends it as an operator does. */
  stop(): Promise<number | NodeJS.Signals>;
  /** Ends it as a power cut does. */
  kill(): Promise<number | NodeJS.Signals>;
}

export function runProgram(entry: 'main' | 'admin' | 'demo', options?: ProgramOptions): Program;

/** Starts the server, through npm if wanted, and waits until it says that it is ready. */
export function startServer(options?: ProgramOptions & { npm?: boolean }): Promise<ServerProcess>;

/** Stops whatever is still running, for the end of a test file. */
export function stopAll(): Promise<void>;

export interface DataDirectory {
  path: string;
  remove(): Promise<void>;
}

/** An empty directory for a server's data. */
export function makeDataDirectory(): Promise<DataDirectory>;
