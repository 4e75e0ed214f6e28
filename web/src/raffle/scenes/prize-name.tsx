import type { Prize } from '@drawbridge/contract/raffle/prizes';
import { Fragment } from 'react';
import { useHydrated } from '../../lib/api/initial-data.ts';
import { EventText } from '../../lib/texts/event-text.tsx';

const JAPANESE = /[\u3040-\u30ff]/;

/** The name of a prize on the stage. Japanese has no spaces: there, lines end between its words. */
export function PrizeName({ of }: { of: Prize }) {
  const japanese = useHydrated() && JAPANESE.test(of.name) && 'Segmenter' in Intl;
  if (!japanese) return <EventText of={of} />;
  const words = new Intl.Segmenter('ja', { granularity: 'word' }).segment(of.name);
  return (
    <EventText of={of} className="break-keep">
      {[...words].map(({ segment, index, isWordLike }) => (
        <Fragment key={index}>
          {isWordLike && <wbr />}
          {segment}
        </Fragment>
      ))}
    </EventText>
  );
}
