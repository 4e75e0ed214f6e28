import type { Finding } from './machine.mjs';

export type Setting = 'PORT' | 'METRICS_PORT' | 'HTTP_REDIRECT_PORT';

export function checkPort(
  setting: Setting,
  port: number,
  host: string,
  here: boolean | undefined,
): Promise<Finding>;
export function isRunningOn(dataDir: string): boolean;
