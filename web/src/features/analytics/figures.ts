export interface DayCount {
  day: string;
  leadCount: number;
}

/** Every day from the first to the last, including days without leads. */
export function fillDays(counted: readonly DayCount[]): DayCount[] {
  const first = counted[0];
  const last = counted.at(-1);
  if (!first || !last) return [];
  const byDay = new Map(counted.map(({ day, leadCount }) => [day, leadCount]));
  const filled: DayCount[] = [];
  const at = new Date(`${first.day}T00:00:00Z`);
  for (;;) {
    const day = at.toISOString().slice(0, 10);
    filled.push({ day, leadCount: byDay.get(day) ?? 0 });
    if (day >= last.day) return filled;
    at.setUTCDate(at.getUTCDate() + 1);
  }
}

/** Groups several days into one column if there are too many columns for the screen. */
export function groupDays(
  days: readonly DayCount[],
  columns: number,
): (DayCount & { to: string })[] {
  const size = Math.max(1, Math.ceil(days.length / columns));
  const groups: (DayCount & { to: string })[] = [];
  for (let start = 0; start < days.length; start += size) {
    const part = days.slice(start, start + size);
    const [first] = part;
    if (!first) break;
    groups.push({
      day: first.day,
      to: part.at(-1)?.day ?? first.day,
      leadCount: part.reduce((sum, { leadCount }) => sum + leadCount, 0),
    });
  }
  return groups;
}

/** A round number at or above the largest value, for the top of an axis. */
export function axisTop(largest: number): number {
  if (largest <= 4) return 4;
  const magnitude = 10 ** Math.floor(Math.log10(largest));
  const step = [1, 2, 4, 5, 10].find((factor) => factor * magnitude >= largest) ?? 10;
  return step * magnitude;
}
