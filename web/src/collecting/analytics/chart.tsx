import { Download } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { saveFile } from '../../lib/device/save-file.ts';
import { useElementPlace } from '../../lib/device/use-media-query.ts';
import { say } from '../../lib/texts/say.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Panel, ReadTable, type ReadTableProps } from './leads-over-time.tsx';

/** The props of a chart. Its table can be saved as a file too. */
export interface ChartProps extends Pick<ReadTableProps, 'columns' | 'rows'> {
  title: string;
  /** Controls beside the title. */
  controls?: ReactNode;
  note?: ReactNode;
  /** The text without rows. */
  empty?: string;
  className?: string;
  /** Draws at the given width in pixels, so that its texts have the usual size. */
  children: (width: number) => ReactNode;
}

/** A drawing with its title and its table for screen readers. `DownloadFigures` saves both as files. */
export function Chart(props: ChartProps) {
  const { title, columns, rows, controls, note, className, children } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useElementPlace(frame);
  const register = useContext(ChartsContext);
  const empty = rows.length === 0;
  const readCsv = useEffectEvent(() =>
    [columns, ...rows].map((row) => row.map(cell).join(',')).join('\r\n'),
  );
  useEffect(() => {
    if (empty || !frame.current) return;
    return register?.({ title, frame: frame.current, readCsv: () => readCsv() });
  }, [register, title, empty]);
  return (
    <Panel title={title} className={className} controls={!empty && controls}>
      {note && <p className="-mt-3 text-ink-2 text-sm">{note}</p>}
      <div ref={frame}>
        {empty ? (
          <p className="text-ink-2">{props.empty ?? say('No leads yet')}</p>
        ) : (
          <figure>
            {width && children(width)}
            <ReadTable caption={title} columns={columns} rows={rows} />
          </figure>
        )}
      </div>
    </Panel>
  );
}

interface DownloadableChart {
  title: string;
  frame: HTMLElement;
  readCsv: () => string;
}

/** Registers a chart as long as it is on the page. */
const ChartsContext = createContext<((chart: DownloadableChart) => () => void) | undefined>(
  undefined,
);

interface DownloadFiguresProps {
  /** Shows the charts, with the button somewhere among them. */
  children: (button: ReactNode) => ReactNode;
}

/** One button for the files of all charts below it: each as a picture and as a table. */
export function DownloadFigures({ children }: DownloadFiguresProps) {
  const [charts, setCharts] = useState<readonly DownloadableChart[]>([]);
  const register = useCallback((chart: DownloadableChart) => {
    setCharts((before) => [...before, chart].sort(byPlace));
    return () => setCharts((before) => before.filter((other) => other !== chart));
  }, []);
  const files = charts.flatMap(({ title, frame, readCsv }) => [
    {
      key: `${title} PNG`,
      group: title,
      label: 'PNG',
      onSelect: () => savePicture(title, frame.querySelector('svg')),
    },
    {
      key: `${title} CSV`,
      group: title,
      label: 'CSV',
      onSelect: () =>
        saveFile(`${title}.csv`, new Blob([`\uFEFF${readCsv()}`], { type: 'text/csv' })),
    },
  ]);
  const button = files.length > 0 && (
    <Menu items={files}>
      <Button icon={Download} size="small" variant="quiet">
        {say('Download figures')}
      </Button>
    </Menu>
  );
  return <ChartsContext value={register}>{children(button)}</ChartsContext>;
}

/** The order on the page. */
function byPlace(one: DownloadableChart, other: DownloadableChart): number {
  const place = one.frame.compareDocumentPosition(other.frame);
  return place & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1;
}

interface DrawingProps {
  width: number;
  height: number;
  children: ReactNode;
}

export function Drawing({ width, height, children }: DrawingProps) {
  return (
    <svg aria-hidden {...{ width, height }} className="block fill-ink-2 text-xs">
      {children}
    </svg>
  );
}

/** Names are user input and can begin like a formula. */
function cell(value: string | number): string {
  const text = String(value).replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The styles to copy into a file: the drawing gets them from the page's style sheets. */
const STYLES = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font', 'text-anchor'];
const SCALE = 2;

function savePicture(title: string, drawing: SVGSVGElement | null | undefined): void {
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
