/** `yyyy-MM-dd HH:mm:ss` in the time zone of the browser. */
export function localTime(moment: string): string {
  const time = new Date(moment);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`;
}
