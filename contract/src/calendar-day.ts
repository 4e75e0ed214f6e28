/** Whether a text is a day of the calendar, `yyyy-MM-dd`. */
export function isCalendarDay(value: string): boolean {
  const parsed = new Date(`${value}T00:00:00Z`);
  return (
    !Number.isNaN(parsed.getTime()) &&
    parsed.toISOString().slice(0, 10) === value &&
    !value.startsWith('0000')
  );
}
