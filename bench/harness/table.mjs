/** A figure with a maximum or minimum as its goal; without a goal it is only reported. */
export function judge({ what, value, unit = '', how, atMost, atLeast }) {
  const goal = atMost ?? atLeast;
  const sign = atMost === undefined ? '≥' : '≤';
  const reached = sign === '≤' ? value <= goal : value >= goal;
  return {
    what,
    measured: `${format(value)}${unit}`,
    how,
    goal: goal === undefined ? '' : `${sign} ${format(goal)}${unit}`,
    reached: goal === undefined ? '' : reached ? 'yes' : '**no**',
  };
}

export function asTable(head, results) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rows = results.map((result) => line(head.map((name) => result[name])));
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows].join('\n');
}

export function format(value) {
  if (value >= 100) return Math.round(value).toLocaleString('en-GB');
  return String(Number(value.toPrecision(3)));
}

export const median = (values) => percentile(values, 0.5);

export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)];
}

/** Returns the results without the first run, in which code is compiled and caches are filled. */
export async function repeat(measure, count = 5) {
  const results = [];
  for (let round = 0; round <= count; round++) results.push(await measure());
  return results.slice(1);
}
