import { type ReactNode, useId } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { formatDay } from '../../lib/texts/day-formats.ts';
import { formatCount } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { Card } from '../../ui/card.tsx';

const COLUMNS = 60;

/** A column chart, with the same figures as a table for screen readers. */
export function LeadsOverTime({ days }: { days: readonly DayCount[] }) {
  const columns = groupDays(fillDays(days), COLUMNS);
  const top = axisTop(Math.max(0, ...columns.map(({ leadCount }) => leadCount)));
  const first = columns[0];
  const last = columns.at(-1);

  return (
    <Panel title={say('Leads Over Time')}>
      {first && last ? (
        <figure>
          <div aria-hidden className="grid grid-cols-[auto_1fr] gap-x-3">
            <div className="flex h-48 flex-col justify-between text-end text-ink-2 text-xs tabular-nums">
              {[top, top / 2, 0].map((mark) => (
                <span key={mark} className="-my-2 leading-4">
                  {formatCount(mark)}
                </span>
              ))}
            </div>
            <div className="relative h-48 border-b">
              <span className="absolute inset-x-0 top-0 border-t border-dashed" />
              <span className="absolute inset-x-0 top-1/2 border-t border-dashed" />
              <div className="absolute inset-0 flex items-end gap-px md:gap-0.5">
                {columns.map((column) => (
                  <span
                    key={column.day}
                    title={`${periodOf(column)}: ${say('{count} lead', '{count} leads', { count: column.leadCount })}`}
                    className="flex h-full min-w-0 max-w-10 flex-1 items-end hover:bg-mute-soft"
                  >
                    <span
                      className="w-full rounded-t-[3px] bg-accent"
                      style={{ height: `${(column.leadCount / top) * 100}%` }}
                    />
                  </span>
                ))}
              </div>
            </div>
            <div className="col-start-2 mt-2 flex justify-between text-ink-2 text-xs">
              <span>{formatDay(first.day)}</span>
              {columns.length > 1 && <span>{formatDay(last.to)}</span>}
            </div>
          </div>
          <ReadTable
            caption={say('Leads over time')}
            columns={[say('Day'), say('Leads')]}
            rows={columns.map((column) => [periodOf(column), formatCount(column.leadCount)])}
          />
        </figure>
      ) : (
        <p className="text-ink-2">{say('No leads yet')}</p>
      )}
    </Panel>
  );
}

function periodOf({ day, to }: { day: string; to: string }): string {
  return day === to
    ? formatDay(day)
    : say('{from} to {to}', { from: formatDay(day), to: formatDay(to) });
}

export interface ReadTableProps {
  caption: string;
  columns: readonly string[];
  /** The rows; each begins with its name. */
  rows: readonly (readonly (string | number)[])[];
}

/** The figures of a chart as a table for screen readers. */
export function ReadTable({ caption, columns, rows }: ReadTableProps) {
  return (
    // A hidden table would still be as high as its rows, and make the page longer.
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name.
            <tr key={index}>
              <th scope="row">{name}</th>
              {values.map((value, index) => (
                <td key={columns[index + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PanelProps {
  title: string;
  controls?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

export function Panel({ title, controls, className, children }: PanelProps) {
  const id = useId();
  return (
    <Card
      aria-labelledby={id}
      className={classNames('flex min-w-0 flex-col gap-4 p-4 md:p-5', className)}
    >
      <div className="flex items-center justify-between gap-2">
        <h2 id={id} className="me-auto text-xl">
          {title}
        </h2>
        {controls}
      </div>
      {children}
    </Card>
  );
}

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
