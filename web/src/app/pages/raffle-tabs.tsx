import { adminPages, sponsorReportPath, verifyPath } from '@drawbridge/contract/core/pages';
import { useQuery } from '@tanstack/react-query';
import { ChartColumn, FileText, ShieldCheck } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'wouter';
import { reading } from '../../lib/queries/query-client.ts';
import { winnersQuery } from '../../raffle/handover/api.ts';
import { WinnerExports, WinnersPanel } from '../../raffle/handover/winners-dialog.tsx';
import { DrawPreparation } from '../../raffle/preparation/draw-preparation.tsx';
import { Card } from '../../ui/card.tsx';
import type { EventTabProps } from '../event-tab.ts';

/** The preparation of the draw. */
export function DrawTab({ event, onAction }: EventTabProps) {
  return (
    <DrawPreparation
      event={event}
      onEdit={() => onAction('edit')}
      onQrCode={() => onAction('raffle')}
    />
  );
}

const LINK =
  'flex min-h-11 items-center gap-2 break-words hover:underline md:min-h-9 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-2';

/** The results of the draw: for the winners, the public and the sponsors. */
export function ResultsTab({ event }: EventTabProps) {
  const id = useId();
  const { data: winners = [] } = useQuery(winnersQuery(event.id));
  const { data: sponsors = [] } = useQuery(
    reading('/api/sponsors/public', { query: { eventId: event.id } }),
  );
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <Card aria-labelledby={id} className="flex flex-col gap-5 p-5 md:p-6">
        <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
          <h2 id={id} className="text-xl">
            Winners
          </h2>
          {winners.length > 0 && (
            <div className="flex flex-wrap gap-2">
              <WinnerExports eventId={event.id} />
            </div>
          )}
        </div>
        <WinnersPanel eventId={event.id} />
      </Card>
      <Card aria-labelledby={`${id}-links`} className="p-5 md:p-6">
        <h2 id={`${id}-links`} className="pb-2 text-xl">
          To pass on
        </h2>
        <ul>
          <li>
            <a href={verifyPath(event.id)} target="_blank" rel="noreferrer" className={LINK}>
              <ShieldCheck aria-hidden /> Proof of every draw
            </a>
          </li>
          <li>
            <Link to={`${adminPages.analytics}?event=${event.id}`} className={LINK}>
              <ChartColumn aria-hidden /> Figures
            </Link>
          </li>
          {sponsors.map(({ id: sponsorId, name }) => (
            <li key={sponsorId}>
              <a
                href={sponsorReportPath(event.id, sponsorId)}
                target="_blank"
                rel="noreferrer"
                className={LINK}
              >
                <FileText aria-hidden /> Report for {name ?? 'an unnamed sponsor'}
              </a>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
