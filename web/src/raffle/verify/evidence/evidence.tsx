import { mismatchesIn } from '@drawbridge/contract/fair-draw/check/comparison';
import {
  earlierPrizeName,
  isRepeated,
  missedRound,
  raisedQuantity,
} from '@drawbridge/contract/fair-draw/check/remarks';
import type { DrawList } from '@drawbridge/contract/fair-draw/draws';
import { roundOf } from '@drawbridge/contract/raffle/scene';
import { LockKeyhole } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { t, useLanguage } from '../../../lib/texts/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Fingerprint } from '../../../ui/code-text.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Ticket, TicketPerforation } from '../../../ui/frame/ticket.tsx';
import { type CheckedRecords, forfeitOf } from '../verification.ts';
import { ChanceFacts, RecordTicket } from './record-ticket.tsx';
import { ComparisonList } from './record-values.tsx';
import { isChanged } from './verdict-text.ts';

interface EvidenceProps {
  checked: CheckedRecords;
  fromFile: boolean;
}

/** All records, and the published facts of the next draws. */
export function Evidence({ checked, fromFile }: EvidenceProps) {
  const language = useLanguage();
  const { list, verdicts, verdict } = checked;
  const wrong = verdict ? mismatchesIn(verdict) : [];
  const whole = t(fromFile ? 'verify.fileAsWhole' : 'verify.recordAsWhole');

  return (
    <div className="flex flex-col gap-5 md:gap-6">
      {wrong.length > 0 && (
        <Card aria-label={whole} className="p-5 md:p-7">
          <h3 className="mb-3 text-2xl">{whole}</h3>
          <ComparisonList comparisons={wrong} />
        </Card>
      )}
      {list.draws.map((record, index) => (
        <RecordTicket
          // Keyed by index, because a forged record may give two draws the same number.
          // biome-ignore lint/suspicious/noArrayIndexKey: records never change their place.
          key={index}
          record={record}
          verdict={verdicts[index]}
          forfeitReason={forfeitOf(list, record.number)?.reason}
          repeated={isRepeated(list.draws, record)}
          earlierName={earlierPrizeName(list.draws, record)}
          raised={raisedQuantity(list.draws, record)}
          inChangedFile={isChanged(checked)}
          language={language}
        />
      ))}
      <ComingDraws list={list} />
    </div>
  );
}

/** The published facts of future draws: the sealed draw, if there is one, and the next one. */
function ComingDraws({ list }: { list: DrawList }) {
  const { draws, sealed, nextNumber, nextCommitment } = list;
  const missed = sealed && missedRound(sealed);
  const round = sealed && roundOf(sealed);
  return (
    <>
      {sealed && (
        <Coming
          number={sealed.number}
          title={t('verify.isSealed', { number: String(sealed.number) })}
          badge={t('verify.sealedBadge')}
          text={
            missed
              ? t('verify.beaconMissing', { round: String(missed) })
              : round
                ? t('verify.sealedForRound', { round: String(round) })
                : t('verify.sealedHelp', { count: sealed.rosterSize })
          }
        >
          <ChanceFacts draw={sealed} raised={raisedQuantity(draws, sealed)} />
          <Pledge of="Secret" value={sealed.commitment} />
          <Pledge of="Seal" value={sealed.sealHash} />
          <Pledge of="Roster" value={sealed.rosterHash} />
        </Coming>
      )}
      <Coming
        number={nextNumber}
        title={t('verify.secretFixed', { number: String(nextNumber) })}
        text={t('verify.secretFixedHelp')}
      >
        <Pledge of="Secret" value={nextCommitment} />
      </Coming>
    </>
  );
}

interface ComingProps {
  number: number;
  title: string;
  badge?: string;
  text: string;
  children: ReactNode;
}

function Coming({ number, title, badge, text, children }: ComingProps) {
  const titleId = useId();
  return (
    <Ticket aria-labelledby={titleId} className="flex">
      <div className="flex w-16 shrink-0 flex-col items-center gap-2 py-5 text-ink-2 md:w-24">
        <span className="flex size-11 items-center justify-center rounded-full border border-dashed border-edge md:size-13">
          <LockKeyhole aria-hidden className="size-5" />
        </span>
        <span aria-hidden className="text-center font-semibold text-sm tabular-nums">
          {t('verify.drawNumber', { number: String(number) })}
        </span>
      </div>
      <TicketPerforation notches sideways="always" />
      <div className="flex min-w-0 flex-1 flex-col gap-3 px-4 py-5 md:px-6">
        <div>
          <h3
            id={titleId}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl md:text-2xl"
          >
            {title}
            {badge && <Badge tone="wait">{badge}</Badge>}
          </h3>
          <p className="mt-1 text-pretty text-ink-2">{text}</p>
        </div>
        {children}
      </div>
    </Ticket>
  );
}

function Pledge({ of, value }: { of: 'Secret' | 'Seal' | 'Roster'; value: string }) {
  return (
    <div className="flex flex-col items-start gap-2 md:flex-row md:items-center md:gap-4">
      <div className="min-w-0 flex-1">
        <p className="text-ink-2 text-sm">{t(`verify.fingerprint${of}`)}</p>
        <Fingerprint hash={value} className="text-sm" />
      </div>
      <CopyButton size="small" value={value} label={t(`verify.copy${of}`)} />
    </div>
  );
}
