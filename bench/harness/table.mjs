/** Measures both sides of a comparison in turns, because the machine is not equally busy all the time. */
export async function alternate(sides, count = 5) {
  const rounds = [];
  for (let round = 0; round <= count; round++) {
    const measured = {};
    for (const [name, measure] of Object.entries(sides)) measured[name] = await measure();
    // In the first one the code is compiled and caches are filled.
    if (round > 0) rounds.push(measured);
  }
  return rounds;
}

/** A figure that has to be at most, or at least, its goal; without one it is only reported. */
export function judge({ what, value, unit = '', how, atMost, atLeast }) {
  const goal = atMost ?? atLeast;
  const sign = atMost === undefined ? '≥' : '≤';
  return {
    what,
    measured: `${format(value)}${unit}`,
    how,
    goal: goal === undefined ? '' : `${sign} ${format(goal)}${unit}`,
    reached: goal && (sign === '≤' ? value <= goal : value >= goal),
  };
}

/** The results as a Markdown table. */
export function asMarkdown(results) {
  const rows = results.map(({ what, measured, how, goal, reached }) => [
    what,
    measured,
    how,
    goal,
    reached === undefined ? '' : reached ? 'yes' : '**no**',
  ]);
  return asTable(['what', 'measured', 'how', 'goal', 'reached'], rows);
}

export function asTable(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
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
