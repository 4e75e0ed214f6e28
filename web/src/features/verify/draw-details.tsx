import type { DrawRecord } from '@drawbridge/contract/draws';
import type { DrawVerdict } from '@drawbridge/contract/fair-draw/check';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ComparisonList } from './comparison-list.tsx';
import { HashText } from './hash-text.tsx';

interface DrawDetailsProps {
  draw: DrawRecord;
  verdict: DrawVerdict;
}

/** Everything, for those who want to compute along. Made only when it is opened. */
export function DrawDetails({ draw, verdict }: DrawDetailsProps) {
  const [open, setOpen] = useState(false);

  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group -mb-2"
    >
      <summary className="-ml-2 flex min-h-11 w-fit cursor-pointer list-none items-center gap-1 rounded-s px-2 font-semibold text-accent-ink md:min-h-9 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 transition-transform duration-150 group-open:rotate-90"
        />
        Every value<span className="sr-only"> of draw {draw.number}</span>
      </summary>
      {open && (
        <div className="flex animate-appear flex-col gap-6 pt-3 pb-3">
          <section>
            <h3 className="mb-2 text-lg">The record</h3>
            <dl className="flex flex-col gap-2.5">
              <Value name="Commitment, published before the draw">{draw.commitment}</Value>
              <Value name="Seed, revealed after it">{draw.seed}</Value>
              <Value name="People in the draw">{String(draw.rosterSize)}</Value>
              <Value name="Fingerprint of the roster">{draw.rosterHash}</Value>
              <Value name="Phrase">{draw.phrase || 'none'}</Value>
              <Value name="Prize id">{draw.prizeId ?? 'none'}</Value>
              {draw.voidReason === null && (
                <>
                  <Value name="Winner's place, counted from 0">{String(draw.winnerIndex)}</Value>
                  <Value name="Winner's tickets">{draw.winnerTickets.join(' ')}</Value>
                </>
              )}
              <Value name="Record before this one">{draw.previousRecord}</Value>
              <Value name="Record of this draw">{draw.record}</Value>
              <Value name="Time">{draw.drawnAt}</Value>
            </dl>
          </section>
          <section>
            <h3 className="mb-2 text-lg">What was compared</h3>
            <ComparisonList comparisons={verdict.comparisons} />
          </section>
        </div>
      )}
    </details>
  );
}

function Value({ name, children }: { name: ReactNode; children: string }) {
  return (
    <div>
      <dt className="text-ink-2 text-sm">{name}</dt>
      <dd>
        <HashText>{children}</HashText>
      </dd>
    </div>
  );
}
