import { brandTokens } from '@drawbridge/contract/core/brand';
import { PRODUCT_NAME } from '@drawbridge/contract/core/pages';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { Texts } from '@drawbridge/contract/languages/texts';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useEffect, useEffectEvent, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { apiQuery } from '../../lib/queries/query-client.ts';
import { formatDayWithWeekday } from '../../lib/texts/day-formats.ts';
import { attributesOf, PrintedPage, printedName } from '../../ui/printed-page/printed-page.tsx';
import { qrSvg } from './event-links.ts';
import { typedAddress } from './public-origin.ts';

/** The length from which a name is set smaller: more characters than two large lines have. */
const LONG = 45;
/** The length from which a prize is set smaller; it has a third of the width. */
const LONG_PRIZE = 34;

export type Paper = 'a4' | 'a3';

interface EventPosterProps {
  event: AdminEvent;
  texts: Texts;
  /** The address in the poster's QR code. */
  url: string;
  paper: Paper;
  origin: string;
  /** Called when the print dialog has closed. */
  onDone: () => void;
}

/** A poster in the look of a ticket. */
export function EventPoster(props: EventPosterProps) {
  const { event, texts, url, paper, origin, onDone } = props;
  const { text } = texts;
  const name = printedName(event, texts);
  const [code, setCode] = useState('');
  const done = useEffectEvent(onDone);
  const query = { eventId: event.id };
  const sponsors = useQuery(apiQuery('/api/sponsors', { query, large: true }));
  // The prizes that can still be won, as on the form.
  const prizes = useQuery({ ...apiQuery('/api/prizes/left', { query }), staleTime: 0 });
  const ready = code !== '' && !sponsors.isPending && !prizes.isPending;

  useEffect(() => {
    qrSvg(url).then(setCode, () => done());
  }, [url]);

  return (
    <PrintedPage ready={ready} onDone={onDone}>
      <div
        className={classNames('poster-ticket', paper, name.length > LONG && 'long')}
        {...attributesOf(texts)}
        style={event.accent ? (brandTokens(event.accent, 'light') as CSSProperties) : undefined}
      >
        {event.logo ? (
          <img className="poster-logo" src={event.logo} alt="" />
        ) : (
          <p className="poster-mark">{event.organiser ?? PRODUCT_NAME}</p>
        )}
        <h1>{name}</h1>
        <p className="poster-when">
          {formatDayWithWeekday(event.date, text)} · {event.location}
        </p>
        <div className="poster-perforation" />
        <p className="poster-call">{text('poster.scan')}</p>
        {code && (
          <img
            className="poster-code"
            src={`data:image/svg+xml,${encodeURIComponent(code)}`}
            alt=""
          />
        )}
        <p className="poster-address" dir="ltr">
          {typedAddress(event.shortCode, origin)}
        </p>
        {prizes.data && prizes.data.left > 0 && (
          <ul
            className={classNames(
              'poster-prizes',
              prizes.data.first.some((each) => printedName(each, texts).length > LONG_PRIZE) &&
                'long',
            )}
          >
            {prizes.data.first.map((prize) => (
              <li key={prize.id}>
                {prize.picture && <img src={prize.picture} alt="" />}
                {printedName(prize, texts)}
              </li>
            ))}
            {prizes.data.left > prizes.data.first.length && (
              <li>{text('poster.more', { count: prizes.data.left - prizes.data.first.length })}</li>
            )}
          </ul>
        )}
        {sponsors.data && sponsors.data.length > 0 && (
          <div className="poster-sponsors">
            <p>{text('visitor.sponsoredBy')}</p>
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
    </PrintedPage>
  );
}
