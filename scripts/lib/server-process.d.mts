import type { ChildProcess } from 'node:child_process';

export interface ProgramOptions {
  args?: string[];
  /** Added to PATH, HOST, PORT=0 and LOG_LEVEL=warn; no other variables are inherited. */
  env?: Record<string, string>;
  /** What it reads from its standard input. */
  input?: string;
  /** Options for Node itself, before the script. */
  nodeArgs?: string[];
  /** How many files it may open. */
  openFiles?: number;
  /** How long a file it writes may be, in blocks of 512 bytes, as if the disk were full then. */
  fileBlocks?: number;
  /** A file for standard output, because reading a pipe would cost the benchmark time. */
  logFile?: string;
  /** Forwards its standard error instead of collecting it. */
  showErrors?: boolean;
  /** Opens a channel for messages. */
  ipc?: boolean;
}

/** A real process, as started by `npm start` or `npm run admin`. */
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
  /** The time from the start of the process to the line that says it is ready. */
  startMs: number;
  /** Stops it as an operator does. */
  stop(): Promise<number | NodeJS.Signals>;
  /** Kills it, as a power cut would. */
  kill(): Promise<number | NodeJS.Signals>;
}

export function runProgram(
  entry: 'main' | 'admin' | 'demo' | 'backup' | 'restore' | 'check' | 'doctor',
  options?: ProgramOptions,
): Program;

/** Starts the server, optionally through npm, and waits until it reports that it is ready. */
export function startServer(options?: ProgramOptions & { npm?: boolean }): Promise<ServerProcess>;

/** Stops whatever is still running, for the end of a test file. */
export function stopAll(): Promise<void>;

export interface DataDirectory {
  path: string;
  remove(): Promise<void>;
}

/** An empty directory for a server's data. */
export function makeDataDirectory(): Promise<DataDirectory>;
