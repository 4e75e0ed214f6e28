import { mismatchesIn } from '@drawbridge/contract/fair-draw/check';
import { Card } from '../../../ui/card.tsx';
import { forfeitOf } from '../records.ts';
import type { CheckedRecords } from '../verification.ts';
import { ComingDraws } from './coming-draws.tsx';
import { ComparisonList } from './comparison-list.tsx';
import { RecordTicket } from './record-ticket.tsx';
import { VerdictHeader } from './verdict-header.tsx';
import { isChanged } from './verdict-text.ts';

interface EvidenceProps {
  checked: CheckedRecords;
  fromFile: boolean;
}

/** The verdict, all records, and what is published about the next draws. */
export function Evidence({ checked, fromFile }: EvidenceProps) {
  const { list, verdicts, verdict } = checked;
  const wrong = verdict ? mismatchesIn(verdict) : [];
  const whole = fromFile ? 'The file as a whole' : 'The record as a whole';

  return (
    <section aria-labelledby="verdict" className="flex flex-col gap-5 md:gap-6">
      <VerdictHeader checked={checked} fromFile={fromFile} />
      {wrong.length > 0 && (
        <Card aria-label={whole} className="p-5 md:p-7">
          <h3 className="mb-3 text-2xl">{whole}</h3>
          <ComparisonList comparisons={wrong} />
        </Card>
      )}
      {list.draws.map((record, place) => (
        <RecordTicket
          // Keyed by index, because a forged record may give two draws the same number.
          // biome-ignore lint/suspicious/noArrayIndexKey: records never change their place.
          key={place}
          record={record}
          verdict={verdicts[place]}
          forfeitReason={forfeitOf(list, record.number)?.reason}
          inChangedFile={isChanged(checked)}
        />
      ))}
      <ComingDraws list={list} />
    </section>
  );
}
