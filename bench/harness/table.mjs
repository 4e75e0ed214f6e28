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
export function judge({ what, value, unit = '', against, atMost, atLeast, plain }) {
  const goal = atMost ?? atLeast;
  return {
    what,
    value,
    measured: `${format(value)}${unit}`,
    against,
    goal: goal === undefined ? '' : `${atMost === undefined ? '≥' : '≤'} ${format(goal)}${unit}`,
    reached: goal && (atMost === undefined ? value >= goal : value <= goal),
    /** The figure as the README says it. */
    plain,
  };
}

/** The results as a Markdown table. */
export function asMarkdown(results) {
  const rows = results.map(({ what, measured, against, goal, reached }) => [
    what,
    measured,
    against,
    goal,
    reached === undefined ? '' : reached ? 'yes' : '**no**',
  ]);
  return asTable(['what', 'measured', 'against', 'goal', 'reached'], rows);
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
