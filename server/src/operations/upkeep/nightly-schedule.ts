import type { FastifyBaseLogger } from 'fastify';

/** The hour at which nightly tasks begin, by the server's clock. */
const HOUR = 3;
const TRY_AGAIN_AFTER_MS = 60 * 60_000;

/** A task that runs once a night. It returns the result to log, if it had any effect. */
export interface NightlyTask {
  name: string;
  run(now: Date): Promise<string | undefined>;
}

/** Runs the tasks one after the other: at three in the morning, or as soon as the server runs again. */
export function startNightly(
  tasks: readonly NightlyTask[],
  log: FastifyBaseLogger,
): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const runAll = async () => {
    let wait = msUntilNextNight(new Date());
    for (const { name, run } of tasks) {
      if (stopped) return;
      try {
        const succeeded = await run(new Date());
        if (succeeded) log.info(succeeded);
      } catch (error) {
        wait = Math.min(wait, TRY_AGAIN_AFTER_MS);
        if (!stopped) log.error(`${name} failed, next try in an hour: ${(error as Error).message}`);
      }
    }
    if (!stopped) timer = setTimeout(runAll, wait).unref();
  };
  timer = setTimeout(runAll, 0).unref();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** The day whose nightly work is due. */
export function nightOf(now: Date): string {
  const day = lastNight(now);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The time at which the last nightly tasks were due. */
function lastNight(now: Date): Date {
  const last = new Date(now);
  last.setHours(HOUR, 0, 0, 0);
  if (last > now) last.setDate(last.getDate() - 1);
  return last;
}

export function msUntilNextNight(now: Date): number {
  const next = lastNight(now);
  next.setDate(next.getDate() + 1);
  return next.getTime() - now.getTime();
}
