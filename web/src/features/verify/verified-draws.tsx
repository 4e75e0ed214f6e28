import { mismatchesIn } from '@drawbridge/contract/fair-draw/check';
import { useRef } from 'react';
import { Card } from '../../ui/card.tsx';
import { ComingDraws } from './coming-draws.tsx';
import { ComparisonList } from './comparison-list.tsx';
import { DrawTicket } from './draw-ticket.tsx';
import { FindYourself } from './find-yourself.tsx';
import type { Verification } from './use-verification.ts';
import { VerdictHeader } from './verdict-header.tsx';

interface VerifiedDrawsProps {
  verification: Extract<Verification, { state: 'working' | 'done' }>;
  eventName: string | undefined;
  fromFile: boolean;
}

/** The sentence, a ticket for every draw, what is promised of the next, and the search for oneself. */
export function VerifiedDraws({ verification, eventName, fromFile }: VerifiedDrawsProps) {
  const codes = useRef<HTMLTextAreaElement>(null);
  const done = verification.state === 'done' ? verification : undefined;
  const { list, verdicts } =
    verification.state === 'done'
      ? { list: verification.proof, verdicts: verification.verdict.draws }
      : verification;
  const wrong = done ? mismatchesIn(done.verdict) : [];

  return (
    <>
      <VerdictHeader
        verification={verification}
        eventName={eventName}
        fromFile={fromFile}
        onLookForMe={() => {
          codes.current?.scrollIntoView({ block: 'center' });
          codes.current?.focus({ preventScroll: true });
        }}
      />
      {wrong.length > 0 && (
        <Card aria-label="The record as a whole" className="p-5 md:p-7">
          <h2 className="mb-3 text-2xl">The record as a whole</h2>
          <ComparisonList comparisons={wrong} />
        </Card>
      )}
      {list.draws.map((draw, index) => (
        // The place counts: a false record may give two draws the same number.
        // biome-ignore lint/suspicious/noArrayIndexKey: draws never change their place.
        <DrawTicket key={index} draw={draw} verdict={verdicts[index]} />
      ))}
      <ComingDraws list={list} />
      {done && list.draws.length > 0 && <FindYourself ref={codes} proof={done.proof} />}
    </>
  );
}
