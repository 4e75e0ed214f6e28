import { Download } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { formatCount, percentOf } from '../../lib/formats.ts';
import { saveFile } from '../../lib/save-file.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { axisTop, Panel } from './leads-over-time.tsx';

interface ChartProps {
  title: string;
  /** What the chart shows, for screen readers and as a file; the first column names the row. */
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
  /** Controls beside the title. */
  controls?: ReactNode;
  children: (drawing: RefObject<SVGSVGElement | null>) => ReactNode;
}

/** A drawing with its title, its table for screen readers, and both as files. */
export function Chart({ title, columns, rows, controls, children }: ChartProps) {
  const drawing = useRef<SVGSVGElement>(null);
  const csv = () => [columns, ...rows].map((row) => row.map(cell).join(',')).join('\r\n');
  const files = [
    { label: 'PNG', onSelect: () => savePicture(title, drawing.current) },
    {
      label: 'CSV',
      onSelect: () => saveFile(`${title}.csv`, new Blob([`\uFEFF${csv()}`], { type: 'text/csv' })),
    },
  ];
  return (
    <Panel
      title={title}
      controls={
        rows.length > 0 && (
          <>
            {controls}
            <Menu items={files}>
              <IconButton icon={Download} label={`Download ${title}`} />
            </Menu>
          </>
        )
      }
    >
      {rows.length === 0 ? (
        <p className="text-ink-2">No leads yet</p>
      ) : (
        <figure>
          {children(drawing)}
          {/* A hidden table would still be as high as its rows, and make the page longer. */}
          <div className="sr-only">
            <table>
              <caption>{title}</caption>
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
                {rows.map(([name, ...values]) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    {values.map((value, index) => (
                      <td key={columns[index + 1]}>{value}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </figure>
      )}
    </Panel>
  );
}

/** Names of people can begin like a formula. */
function cell(value: string | number): string {
  const text = String(value).replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** How a drawing looks is in the page's styles, so a file of it gets a copy of them. */
const STYLES = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font', 'text-anchor'];
const SCALE = 2;

function savePicture(title: string, drawing: SVGSVGElement | null): void {
  if (!drawing) return;
  const { width, height } = drawing.getBoundingClientRect();
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = drawing.querySelectorAll('*');
  for (const [index, element] of copy.querySelectorAll('*').entries()) {
    const style = getComputedStyle(originals[index] as Element);
    for (const name of STYLES) element.setAttribute(name, style.getPropertyValue(name));
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement('canvas');
    canvas.width = width * SCALE;
    canvas.height = height * SCALE;
    const context = canvas.getContext('2d');
    if (!context) return;
    context.fillStyle = getComputedStyle(drawing.closest('section') ?? drawing).backgroundColor;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => blob && saveFile(`${title}.png`, blob), 'image/png');
  };
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
}

export interface HourCount {
  /** By the event's clock: `2026-12-05 14:00`. */
  hour: string;
  qr: number;
  volunteer: number;
}

const WIDTH = 720;
const HEIGHT = 240;
const LEFT = 44;
const BOTTOM = 28;
const TOP = 12;

/** All entries as an area, and those of the team as a dashed line in it. */
export function EntriesByHour({
  hours,
  controls,
}: {
  hours: readonly HourCount[];
  controls?: ReactNode;
}) {
  const filled = fillHours(hours);
  const top = axisTop(Math.max(0, ...filled.map(({ qr, volunteer }) => qr + volunteer)));
  const x = (index: number) =>
    LEFT +
    ((WIDTH - LEFT - 8) * (filled.length > 1 ? index : 0.5)) / Math.max(1, filled.length - 1);
  const y = (count: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - count / top);
  const line = (countOf: (hour: HourCount) => number) =>
    filled.map((hour, index) => `${index ? 'L' : 'M'}${x(index)} ${y(countOf(hour))}`).join('');
  const all = line(({ qr, volunteer }) => qr + volunteer);
  const last = filled.length - 1;
  // About six labels fit below.
  const every = Math.ceil(filled.length / 6);
  const severalDays = filled[0]?.hour.slice(0, 10) !== filled[last]?.hour.slice(0, 10);

  return (
    <Chart
      title="Entries by the hour"
      columns={['Hour', 'QR code', 'Team']}
      rows={filled.map(({ hour, qr, volunteer }) => [hour, qr, volunteer])}
      controls={controls}
    >
      {(drawing) => (
        <>
          <svg
            ref={drawing}
            aria-hidden
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            className="w-full fill-ink-2 text-xs"
          >
            {[top, top / 2, 0].map((mark) => (
              <g key={mark}>
                <path d={`M${LEFT} ${y(mark)}H${WIDTH - 8}`} className="fill-none stroke-line" />
                <text x={LEFT - 10} y={y(mark) + 4} textAnchor="end">
                  {formatCount(mark)}
                </text>
              </g>
            ))}
            <path d={`${all}L${x(last)} ${y(0)}L${x(0)} ${y(0)}Z`} className="fill-accent-soft" />
            <path d={all} className="fill-none stroke-2 stroke-accent" />
            <path
              d={line(({ volunteer }) => volunteer)}
              strokeDasharray="5 4"
              className="fill-none stroke-2 stroke-ink"
            />
            {filled.map((hour, index) => (
              <g key={hour.hour}>
                {(index === last || filled.length === 1) && (
                  <circle
                    cx={x(index)}
                    cy={y(hour.qr + hour.volunteer)}
                    r="4"
                    className="fill-accent"
                  />
                )}
                {index % every === 0 && (
                  <text x={x(index)} y={HEIGHT - 6} textAnchor="middle">
                    {severalDays
                      ? `${hour.hour.slice(8, 10)}. ${hour.hour.slice(11)}`
                      : hour.hour.slice(11)}
                  </text>
                )}
              </g>
            ))}
          </svg>
          <figcaption aria-hidden className="mt-2 flex gap-4 text-ink-2 text-sm">
            <span className="inline-flex items-center gap-1.5">
              <span className="h-0.5 w-5 bg-accent" /> All entries
            </span>
            <span className="inline-flex items-center gap-1.5">
              <span className="w-5 border-ink border-t-2 border-dashed" /> By the team
            </span>
          </figcaption>
        </>
      )}
    </Chart>
  );
}

const HOUR_MS = 60 * 60 * 1000;

/** Every hour from the first to the last, including hours without entries. */
export function fillHours(hours: readonly HourCount[]): HourCount[] {
  const at = (hour: string) => Date.parse(`${hour.replace(' ', 'T')}:00Z`);
  const [first, last] = [hours[0], hours.at(-1)];
  if (!first || !last) return [];
  const known = new Map(hours.map((each) => [each.hour, each]));
  const filled: HourCount[] = [];
  for (let time = at(first.hour); time <= at(last.hour); time += HOUR_MS) {
    const hour = new Date(time).toISOString().slice(0, 16).replace('T', ' ');
    filled.push(known.get(hour) ?? { hour, qr: 0, volunteer: 0 });
  }
  return filled;
}

/** Each step as a column, as high as the share of all that came so far. */
export function Funnel({ title, steps }: { title: string; steps: readonly [string, number][] }) {
  const most = steps[0]?.[1] ?? 0;
  const width = WIDTH / 2 / steps.length;
  return (
    <Chart title={title} columns={['Step', 'Leads']} rows={most === 0 ? [] : steps}>
      {(drawing) => (
        <svg
          ref={drawing}
          aria-hidden
          viewBox={`0 0 ${WIDTH / 2} ${HEIGHT}`}
          className="max-h-56 w-full fill-ink-2 text-sm"
        >
          {steps.map(([label, count], index) => {
            const height = Math.max(32, ((HEIGHT - 24) * percentOf(count, most)) / 100);
            return (
              <g key={label}>
                <rect
                  {...{
                    x: index * width,
                    y: HEIGHT - 24 - height,
                    width: width - 6,
                    height,
                    rx: 8,
                  }}
                  className="fill-accent-soft"
                />
                <text
                  x={index * width + 10}
                  y={HEIGHT - 24 - height + 22}
                  className="fill-accent-ink font-display font-semibold text-lg"
                >
                  {formatCount(count)}
                </text>
                <text x={index * width} y={HEIGHT - 6}>
                  {label}
                </text>
              </g>
            );
          })}
        </svg>
      )}
    </Chart>
  );
}
