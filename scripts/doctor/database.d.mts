import type { Finding } from './machine.mjs';

interface Answer {
  major: number;
  clock: Date;
  fsync: string;
  commits: string;
}

interface Options {
  allowUnsafe: boolean;
  now?: () => number;
}

export function checkEmbedded(dataDir: string): Finding;
export function checkServer(url: string, options: Options): Promise<Finding[]>;
export function checkVersion(settings: {
  dataDir: string;
  databaseUrl: string | object | undefined;
  allowUnsafeDatabase: boolean;
}): Promise<Finding>;
export function splitHosts(url: string): string[];
export function judge(host: string, answer: Answer, options: Required<Options>): Finding[];
