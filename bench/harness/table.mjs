/** The table for the terminal and for the README, where it goes between the markers. */
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

/** The table of `npm run scale`: one time and ten times the load side by side. */
export function asGrowthTable(results) {
  const rows = results.map(({ what, unit, one, ten, goal = '', reached }) => [
    what,
    one === undefined ? '' : `${format(one)}${unit}`,
    ten === undefined ? '' : `${format(ten)}${unit}`,
    one && ten !== undefined ? `${format(ten / one)} ×` : '',
    goal,
    reached === undefined ? '' : reached ? 'yes' : '**no**',
  ]);
  return asTable(['what', '1 ×', '10 ×', 'growth', 'goal', 'reached'], rows);
}

export function asTable(head, rows) {
  const widths = head.map((title, column) =>
    Math.max(...[head, ...rows].map((row) => row[column].length), title.length),
  );
  const line = (cells) => `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** A figure that has to be at most, or at least, its goal; without one it is only reported. */
export function judge({ what, value, unit = '', against = '', atMost, atLeast, details = {} }) {
  const goal = atMost ?? atLeast;
  return {
    what,
    value,
    measured: `${format(value)}${unit}`,
    against,
    goal: goal === undefined ? '' : `${atMost === undefined ? '≥' : '≤'} ${format(goal)}${unit}`,
    reached: goal && (atMost === undefined ? value >= goal : value <= goal),
    details,
  };
}

export function format(value) {
  if (value >= 100) return Math.round(value).toLocaleString('en-GB');
  return String(Number(value.toPrecision(3)));
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
