/** How the board divides a projector's screen. Phones ignore it, because there everything flows. */
export interface BoardLayout {
  /** The widths of the prizes and of the winners, in relation to each other. */
  widths: [prizes: number, winners: number];
  list: Grid;
  winners: Grid;
}

export interface Grid {
  columns: number;
  rows: number;
}

/** The most rows that stay readable below the next prize, and in the column of winners. */
const ROWS_MAX = 10;
/** Up to this many winners in a column have a line for each of their details. */
export const ROOMY_WINNERS = 5;
/** Up to this many winners have a ticket each at the end of the raffle. */
export const TICKETS_MAX = 12;

/**
 * Rows are fixed in steps, so that a prize that is added does not move the others under the presenter's
 * pointer.
 */
export function boardLayout(listed: number, drawn: number): BoardLayout {
  const columns = columnsFor(drawn);
  const list = { columns: listed <= 3 ? 1 : listed <= 2 * ROWS_MAX ? 2 : 3 };
  return {
    widths: [prizesWidth(listed, drawn), 1],
    list: { ...list, rows: stepUp(Math.ceil(listed / list.columns)) },
    winners: { columns, rows: rowsFor(drawn, columns) },
  };
}

/** The winners at the end of the raffle, who have the screen to themselves. */
export function finaleLayout(winners: number): Grid {
  const columns = winners > TICKETS_MAX ? (winners > 21 ? 4 : 3) : ticketColumns(winners);
  return { columns, rows: Math.ceil(winners / columns) };
}

function ticketColumns(winners: number): number {
  if (winners <= 3) return winners;
  if (winners === 4) return 2;
  return winners <= 9 ? 3 : 4;
}

/** How much wider the prizes are than the winners. */
function prizesWidth(listed: number, drawn: number): number {
  if (drawn > 2 * ROWS_MAX) return 0.5;
  if (drawn > ROWS_MAX) return listed > ROWS_MAX ? 1.1 : 0.8;
  if (listed <= 2 * ROWS_MAX) return 1.75;
  return drawn === 0 ? 4 : 2.4;
}

function columnsFor(winners: number): number {
  return Math.min(3, Math.max(1, Math.ceil(winners / ROWS_MAX)));
}

function rowsFor(winners: number, columns: number): number {
  return Math.max(ROOMY_WINNERS, Math.ceil(winners / columns));
}

function stepUp(rows: number): number {
  return rows <= 5 ? 5 : rows <= 7 ? 7 : Math.max(ROWS_MAX, rows);
}
