import { sponsorReportPath, verifyPath } from '@drawbridge/contract/core/pages';
import { useQuery } from '@tanstack/react-query';
import { FileText, Phone, ShieldCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { apiQuery } from '../../lib/queries/query-client.ts';
import { say } from '../../lib/texts/say.ts';
import { winnersQuery } from '../../raffle/handover/api.ts';
import { WinnerExports } from '../../raffle/handover/winners-dialog.tsx';
import { WinnersPanel } from '../../raffle/handover/winners-panel.tsx';
import { DrawPreparation } from '../../raffle/preparation/draw-preparation.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import type { EventTabProps } from '../event-tab.ts';

const CallSheet = lazyDialog(
  () => import('../../raffle/handover/call-sheet.tsx'),
  'CallSheet',
  'presenter',
);

/** The preparation of the draw. */
export function DrawTab({ event, onAction }: EventTabProps) {
  return <DrawPreparation event={event} onQrCode={() => onAction('raffle')} />;
}

const LINK =
  'flex min-h-11 items-center gap-2 break-words hover:underline md:min-h-9 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-2';

/** The results of the draw: for the winners, the public and the sponsors. */
export function ResultsTab({ event }: EventTabProps) {
  const id = useId();
  const { data: winners = [] } = useQuery(winnersQuery(event.id));
  const standing = winners.filter(({ forfeited }) => !forfeited);
  const [calling, setCalling] = useState(false);
  const { data: sponsors = [] } = useQuery(
    apiQuery('/api/sponsors/public', { query: { eventId: event.id } }),
  );
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <Card aria-labelledby={id} className="flex flex-col gap-5 p-5 md:p-6">
        <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
          <div>
            <h2 id={id} className="text-xl">
              {say('Winners')}
            </h2>
            {standing.length > 0 && (
              <p className="text-ink-2 tabular-nums">
                {say('{done} of {all} handed over', {
                  done: standing.filter(({ handover }) => handover).length,
                  all: standing.length,
                })}
              </p>
            )}
          </div>
          {winners.length > 0 && (
            <div className="flex flex-wrap gap-2">
              <Button icon={Phone} onClick={() => setCalling(true)}>
                {say('Reach winners')}
              </Button>
              <WinnerExports eventId={event.id} />
            </div>
          )}
        </div>
        <WinnersPanel eventId={event.id} />
        {calling && <CallSheet event={event} onClose={() => setCalling(false)} />}
      </Card>
      <Card aria-labelledby={`${id}-links`} className="p-5 md:p-6">
        <h2 id={`${id}-links`} className="pb-2 text-xl">
          {say('To pass on')}
        </h2>
        <ul>
          <li>
            <a href={verifyPath(event.id)} target="_blank" rel="noreferrer" className={LINK}>
              <ShieldCheck aria-hidden /> {say('Proof of every draw')}
            </a>
          </li>
          {sponsors.map(({ id: sponsorId, name }) => (
            <li key={sponsorId}>
              <a
                href={sponsorReportPath(event.id, sponsorId)}
                target="_blank"
                rel="noreferrer"
                className={LINK}
              >
                <FileText aria-hidden />{' '}
                {name ? say('Report for {name}', { name }) : say('Report for an unnamed sponsor')}
              </a>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
