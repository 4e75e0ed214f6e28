import type { EventFigures } from '@drawbridge/contract/collecting/analytics';
import { useState } from 'react';
import { formatClock, formatDay } from '../../lib/texts/day-formats.ts';
import { percentOf } from '../../lib/texts/figures.ts';
import { formatCount } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { clockIn, foreignZone } from '../../lib/texts/zone-formats.ts';
import { Select } from '../../ui/fields/select.tsx';
import { Chart, type ChartProps, Drawing } from './chart.tsx';
import { axisTop } from './leads-over-time.tsx';

type HourCount = EventFigures['hours'][number];

const HEIGHT = 240;
const LEFT = 44;
const RIGHT = 28;
const BOTTOM = 28;
const TOP = 24;
/** The width of an hour's label with the space around it. */
const LABEL_WIDTH = { hour: 72, dayAndHour: 110 };
const ALL = 'all';

interface EntriesByHourProps {
  hours: readonly HourCount[];
  /** The time of the draw in the event's time zone: `2026-12-05 17:30`. */
  drawAt: string | undefined;
  /** The event's time zone, in which an hour may not be over yet. */
  timeZone: string;
}

/** All leads of a day as an area, and the team's as a dashed line in it. */
export function EntriesByHour({ hours, drawAt, timeZone }: EntriesByHourProps) {
  const [chosen, setChosen] = useState<string>();
  const days = [...new Set(hours.map(({ hour }) => hour.slice(0, 10)))];
  const day = chosen ?? days.at(-1) ?? ALL;
  const filled = fillHours(day === ALL ? hours : hours.filter(({ hour }) => hour.startsWith(day)));
  const total = ({ qr, volunteer }: HourCount) => qr + volunteer;
  const zone = foreignZone(timeZone);
  const top = axisTop(Math.max(0, ...filled.map(total)));
  const start = hourOf(filled[0]?.hour ?? '');
  const draw = drawAt && (day === ALL || drawAt.startsWith(day)) ? hourOf(drawAt) : undefined;
  const end = Math.max(start + 1, hourOf(filled.at(-1)?.hour ?? ''), Math.ceil(draw ?? 0));
  const y = (count: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - count / top);

  return (
    <Chart
      title={say('Leads per hour')}
      note={zone && say('Times on this page are those of the event: {zone}.', { zone })}
      columns={[say('Hour'), say('QR code'), say('Team')]}
      rows={filled.map(({ hour, qr, volunteer }) => [hour, qr, volunteer])}
      controls={
        days.length > 1 ? (
          <Select
            label={say('Day')}
            value={day}
            onValueChange={setChosen}
            options={[
              ...days.map((each) => ({ value: each, label: formatDay(each) })),
              { value: ALL, label: say('All days') },
            ]}
            className="max-w-40 md:h-9 md:text-sm"
          />
        ) : (
          <span className="text-ink-2 text-sm">{formatDay(day)}</span>
        )
      }
    >
      {(width) => {
        const x = (hour: number) =>
          LEFT + ((width - LEFT - RIGHT) * (hour - start)) / (end - start);
        const line = (countOf: (hour: HourCount) => number, shown = filled) =>
          shown
            .map((each, index) => `${index ? 'L' : 'M'}${x(start + index)} ${y(countOf(each))}`)
            .join('');
        const all = line(total);
        const isRunning = filled.at(-1)?.hour.slice(0, 13) === currentHour(timeZone);
        const [before, now] = filled.slice(-2).map((each) => y(total(each)));
        const last = x(start + filled.length - 1);
        const label = LABEL_WIDTH[day === ALL && days.length > 1 ? 'dayAndHour' : 'hour'];
        const every = Math.ceil((end - start) / ((width - LEFT - RIGHT) / label));
        const marks = Array.from({ length: Math.floor((end - start) / every) + 1 });
        return (
          <>
            <Drawing width={width} height={HEIGHT}>
              {[top, top / 2, 0].map((mark) => (
                <g key={mark}>
                  <path d={`M${LEFT} ${y(mark)}H${width - RIGHT}`} className="stroke-line" />
                  <text x={LEFT - 10} y={y(mark) + 4} textAnchor="end">
                    {formatCount(mark)}
                  </text>
                </g>
              ))}
              <path
                d={`${all}L${last} ${y(0)}L${x(start)} ${y(0)}Z`}
                className="fill-accent-soft"
              />
              <path
                d={isRunning ? line(total, filled.slice(0, -1)) : all}
                className="fill-none stroke-2 stroke-accent"
              />
              {isRunning && (
                <path
                  d={`M${x(start + filled.length - 2)} ${before}L${last} ${now}`}
                  strokeDasharray="2 4"
                  className="fill-none stroke-2 stroke-accent"
                />
              )}
              <path
                d={line(({ volunteer }) => volunteer)}
                strokeDasharray="5 4"
                className="fill-none stroke-2 stroke-ink"
              />
              <circle
                cx={last}
                cy={y(total(filled.at(-1) as HourCount))}
                r="4"
                className="fill-accent"
              />
              {draw && draw >= start && (
                <>
                  <path
                    d={`M${x(draw)} ${TOP - 8}V${y(0)}`}
                    strokeDasharray="3 3"
                    className="stroke-ink-2"
                  />
                  <text x={x(draw) + 6} y={TOP - 12} textAnchor="end">
                    {say('draw {clock}', { clock: formatClock(drawAt?.slice(11) ?? '') })}
                  </text>
                </>
              )}
              {marks.map((_, index) => {
                const clock = clockOf(start + index * every);
                const time = formatClock(clock.slice(11));
                return (
                  <text key={clock} x={x(start + index * every)} y={HEIGHT - 6} textAnchor="middle">
                    {label === LABEL_WIDTH.hour ? time : `${clock.slice(5, 10)} ${time}`}
                  </text>
                );
              })}
            </Drawing>
            <figcaption aria-hidden className="mt-2 flex flex-wrap gap-x-4 text-ink-2 text-sm">
              <span className="inline-flex items-center gap-1.5">
                <span className="h-0.5 w-5 bg-accent" /> {say('All leads')}
              </span>
              <span className="inline-flex items-center gap-1.5">
                <span className="w-5 border-ink border-t-2 border-dashed" />{' '}
                {say('Added by the team')}
              </span>
              {isRunning && (
                <span className="inline-flex items-center gap-1.5">
                  <span className="w-5 border-accent border-t-2 border-dotted" />{' '}
                  {say('This hour so far')}
                </span>
              )}
            </figcaption>
          </>
        );
      }}
    </Chart>
  );
}

const HOUR_MS = 60 * 60 * 1000;

/** An event time as a number of hours. */
const hourOf = (clock: string) => Date.parse(`${clock.replace(' ', 'T')}Z`) / HOUR_MS;
const clockOf = (hour: number) =>
  new Date(hour * HOUR_MS).toISOString().slice(0, 16).replace('T', ' ');

/** The hour that is not over yet: `2026-12-05 17`. */
export function currentHour(timeZone: string, now = Date.now()): string {
  const { day, clock } = clockIn(timeZone, now);
  return `${day} ${clock.slice(0, 2)}`;
}

/** Every hour from the first to the last, including hours without leads; at least two, because one makes no line. */
export function fillHours(hours: readonly HourCount[]): HourCount[] {
  const [first, last] = [hours[0], hours.at(-1)];
  if (!first || !last) return [];
  const countsByHour = new Map(hours.map((each) => [each.hour, each]));
  const start = Math.min(hourOf(first.hour), hourOf(last.hour) - 1);
  return Array.from({ length: hourOf(last.hour) - start + 1 }, (_, index) => {
    const hour = clockOf(start + index);
    return countsByHour.get(hour) ?? { hour, qr: 0, volunteer: 0 };
  });
}

const STEPS_HEIGHT = 218;
/** The approximate width of a character in a label. */
const CHARACTER_WIDTH = 7.5;

/** Each step as a column, as high as its share of the first step. */
export function Funnel({ title, steps }: { title: string; steps: readonly [string, number][] }) {
  const highest = steps[0]?.[1] ?? 0;
  return (
    <Chart title={title} columns={[say('Step'), say('Leads')]} rows={highest === 0 ? [] : steps}>
      {(width) => (
        <Drawing width={width} height={STEPS_HEIGHT}>
          {steps.map(([label, count], index) => {
            const step = (width + 6) / steps.length;
            const height = Math.max(2, ((STEPS_HEIGHT - 66) * percentOf(count, highest)) / 100);
            const y = STEPS_HEIGHT - 42 - height;
            // A long label continues below on a phone.
            const [first, rest] =
              label.length * CHARACTER_WIDTH > step ? label.split(/ (.*)/) : [label];
            return (
              <g key={label}>
                <rect
                  {...{ x: index * step, y, width: step - 6, height, rx: Math.min(8, height / 2) }}
                  className="fill-accent-soft"
                />
                <text
                  x={index * step}
                  y={y - 8}
                  className="fill-accent-ink font-display font-semibold text-base"
                >
                  {formatCount(count)}
                </text>
                <text x={index * step} y={STEPS_HEIGHT - 24}>
                  {first}
                  {rest && (
                    <tspan x={index * step} dy="18">
                      {rest}
                    </tspan>
                  )}
                </text>
              </g>
            );
          })}
        </Drawing>
      )}
    </Chart>
  );
}

interface RankedRow {
  name: string;
  count: number;
  /** The length of its bar in percent; without it, the bar is relative to the highest count. */
  share?: number;
  note?: string;
  /** The value in the table and the file, in place of the note. */
  value?: string;
  /** The counts over time, as a line in place of the bar. */
  line?: readonly number[];
}

interface RankedProps
  extends Pick<ChartProps, 'title' | 'columns' | 'note' | 'empty' | 'className'> {
  rows: readonly RankedRow[];
}

const LINE_HEIGHT = 20;
const NOTE_WIDTH = 108;
const COUNT_WIDTH = 60;
/** The approximate width of a letter. */
const LETTER = 7.6;
const SPARK = 22;

/** Rows from the highest to the lowest, each with its count and a bar or a line. */
export function Ranked({ rows, ...chart }: RankedProps) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const highest = Math.max(1, ...rows.flatMap(({ line = [] }) => line));
  return (
    <Chart
      {...chart}
      rows={rows.map(({ name, count, note, value = note }) => [
        name,
        count,
        ...(value ? [value] : []),
      ])}
    >
      {(width) => {
        let below = 0;
        const places = rows.map((row) => {
          const names = breakWords(row.name, Math.floor((width - COUNT_WIDTH) / LETTER));
          const y = below;
          below += names.length * LINE_HEIGHT + (row.line ? SPARK : 8) + 14;
          return { ...row, names, y, under: y + names.length * LINE_HEIGHT };
        });
        return (
          <Drawing width={width} height={below - 10}>
            {places.map(({ count, share, note, line, names, y, under }, index) => {
              const room = width - (note ? NOTE_WIDTH : 0);
              const x = (index: number) =>
                3 + ((room - 6) * index) / Math.max(1, (line?.length ?? 0) - 1);
              const height = (value: number) => under + SPARK - 2 - ((SPARK - 6) * value) / highest;
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name.
                <g key={index}>
                  {names.map((text, index) => (
                    <text
                      key={text}
                      y={y + 14 + index * LINE_HEIGHT}
                      className="fill-ink font-medium text-sm"
                    >
                      {text}
                    </text>
                  ))}
                  <text
                    x={width}
                    y={y + 14}
                    textAnchor="end"
                    className="fill-ink font-semibold text-sm tabular-nums"
                  >
                    {formatCount(count)}
                  </text>
                  {line ? (
                    <>
                      <path
                        d={line
                          .map((value, index) => `${index ? 'L' : 'M'}${x(index)} ${height(value)}`)
                          .join('')}
                        className="fill-none stroke-2 stroke-accent"
                      />
                      <circle
                        cx={x(line.length - 1)}
                        cy={height(line.at(-1) ?? 0)}
                        r="3"
                        className="fill-accent"
                      />
                    </>
                  ) : (
                    <>
                      <rect
                        {...{ y: under, width: room, height: 6, rx: 3 }}
                        className="fill-mute-soft"
                      />
                      <rect
                        {...{ y: under, height: 6, rx: 3 }}
                        width={(room * (share ?? percentOf(count, most))) / 100}
                        className="fill-accent"
                      />
                    </>
                  )}
                  {note && (
                    <text x={width} y={under + (line ? SPARK - 4 : 8)} textAnchor="end">
                      {note}
                    </text>
                  )}
                </g>
              );
            })}
          </Drawing>
        );
      }}
    </Chart>
  );
}

/** Breaks a text into lines of about so many letters, because drawings do not break lines by themselves. */
export function breakWords(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && longer.length <= letters) lines.splice(-1, 1, longer);
    else lines.push(...(word.match(new RegExp(`.{1,${Math.max(1, letters)}}`, 'gu')) ?? []));
  }
  return lines;
}
