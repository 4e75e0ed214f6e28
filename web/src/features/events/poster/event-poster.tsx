import type { AdminEvent } from '@drawbridge/contract/events';
import { PRODUCT_NAME, typedLeadFormPath } from '@drawbridge/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { formatDayWithWeekday } from '../../../lib/day-formats.ts';
import { typedAddress } from '../../../shared/public-origin.ts';
import { posterPrizesQuery, posterSponsorsQuery } from '../api.ts';
import { qrSvg } from '../dialogs/qr-files.ts';

interface EventPosterProps {
  event: AdminEvent;
  /** Where visitors reach the server. */
  origin: string;
  /** Called when the print dialog has closed. */
  onDone: () => void;
}

const PRIZES_SHOWN = 3;

/**
 * A page for A4 or Letter paper, in the look of a ticket. It is not shown on screen: while it is there, it
 * is what the browser prints (see `styles.css`), and it opens the print dialog when its images are loaded.
 */
export function EventPoster({ event, origin, onDone }: EventPosterProps) {
  const poster = useRef<HTMLDivElement>(null);
  const [code, setCode] = useState('');
  const sponsors = useQuery(posterSponsorsQuery(event.id));
  const done = useEffectEvent(onDone);
  const prizes = useQuery(posterPrizesQuery(event.id));
  const url = origin + typedLeadFormPath(event.shortCode);
  const ready = code !== '' && !sponsors.isPending && !prizes.isPending;

  useEffect(() => {
    qrSvg(url).then(setCode, () => done());
  }, [url]);

  useEffect(() => {
    if (!ready) return;
    let left = false;
    const images = [...(poster.current?.querySelectorAll('img') ?? [])];
    // A logo that cannot be shown does not keep the rest from being printed.
    Promise.allSettled(images.map((image) => image.decode())).then(() => {
      if (left) return;
      addEventListener('afterprint', () => done(), { once: true });
      print();
    });
    return () => {
      left = true;
    };
  }, [ready]);

  return createPortal(
    <div ref={poster} className="poster light" aria-hidden>
      <div className="poster-ticket">
        <p className="poster-product">{PRODUCT_NAME}</p>
        <h1>{event.name}</h1>
        <p className="poster-when">
          {formatDayWithWeekday(event.date)}
          <br />
          {event.location}
        </p>
        <div className="poster-perforation" />
        <p className="poster-call">Scan to enter the raffle</p>
        {code && (
          <img
            className="poster-code"
            src={`data:image/svg+xml,${encodeURIComponent(code)}`}
            alt=""
          />
        )}
        <p className="poster-address">{typedAddress(event.shortCode, origin)}</p>
        {prizes.data && prizes.data.length > 0 && (
          <ul className="poster-prizes">
            {prizes.data.slice(0, PRIZES_SHOWN).map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
            {prizes.data.length > PRIZES_SHOWN && (
              <li>and {prizes.data.length - PRIZES_SHOWN} more</li>
            )}
          </ul>
        )}
        {sponsors.data && sponsors.data.length > 0 && (
          <div className="poster-sponsors">
            <p>Sponsored By</p>
            <ul>
              {sponsors.data.map(({ id, name, logo }) => (
                <li key={id}>
                  <img src={logo} alt={name ?? ''} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </div>,
    document.body,
  );
}
