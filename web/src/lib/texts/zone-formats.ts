import { formatClock, formatDay } from './day-formats.ts';

/** The day and the time of a moment in a time zone: `2026-12-05` and `17:30`. Swedish writes dates as ISO does. */
export function clockIn(timeZone: string, moment: string | number): { day: string; clock: string } {
  const [day = '', time = ''] = new Date(moment).toLocaleString('sv-SE', { timeZone }).split(' ');
  return { day, clock: time.slice(0, 5) };
}

/** The name of a time zone whose clocks differ from this device's at that moment; undefined if they agree. */
export function foreignZone(timeZone: string, moment: string | number = Date.now()) {
  const { timeZone: own } = Intl.DateTimeFormat().resolvedOptions();
  const differs =
    JSON.stringify(clockIn(timeZone, moment)) !== JSON.stringify(clockIn(own, moment));
  return differs ? timeZone.replaceAll('_', ' ') : undefined;
}

/** 'Dec 5, 2026, 2:02 PM' in an event's time zone, which is named if it is not this device's. */
export function formatTimestampIn(timeZone: string, moment: string): string {
  const { day, clock } = clockIn(timeZone, moment);
  const zone = foreignZone(timeZone, moment);
  return `${formatDay(day)}, ${formatClock(clock)}${zone ? ` (${zone})` : ''}`;
}
