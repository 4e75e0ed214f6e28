import { readHandover } from '@drawbridge/contract/raffle/handover';
import type { Handover } from '@drawbridge/contract/raffle/winners';
import { CircleCheck, CircleX } from 'lucide-react';
import { useRef, useState } from 'react';
import { ApiError, sentenceOf } from '../../lib/api/api-client.ts';
import { sendOnce } from '../../lib/queries/send-once.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialogs/dialog.tsx';
import { Field, Input } from '../../ui/fields/field.tsx';
import { CodeScanner } from '../../ui/qr-codes/code-scanner.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { changedByHandovers, useUndoHandover } from './api.ts';
import { ManualHandoverDialog, type Waiting, WaitingList } from './waiting-winners.tsx';

/** Checks the codes on winners' phones, one after the other, and lists who is still waiting. */
export function HandOverDialog({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const handOver = useApiMutation({
    send: (code: string) =>
      sendOnce('/api/events/:eventId/handovers', { params: { eventId }, body: { code } }),
    changes: changedByHandovers(eventId),
  });
  const undo = useUndoHandover(eventId);
  const [outcome, setOutcome] = useState<Handover | Error>();
  const [digits, setDigits] = useState('');
  const [ticking, setTicking] = useState<Waiting>();
  // The last code that was sent. A phone stays in sight after its code was read: neither the code nor its settled
  // ticket is sent again.
  const lastProof = useRef('');
  const settledTicket = useRef('');

  function send(code: string) {
    if (handOver.isPending) return;
    const read = readHandover(code);
    const settle = () => {
      settledTicket.current = read && 'ticket' in read ? read.ticket : '';
    };
    handOver.mutate(code, {
      onSuccess: (done) => {
        settle();
        setOutcome(done);
        setDigits('');
        navigator.vibrate?.(80);
      },
      onError: (error) => {
        // A code that is only too old is followed by a newer one.
        if (error instanceof ApiError && error.code !== 'handover-code-wrong') settle();
        setOutcome(error);
        navigator.vibrate?.([60, 60, 60]);
      },
    });
  }

  function scan(text: string): boolean {
    const read = readHandover(text);
    if (!read || 'digits' in read) return false;
    const known = read.proof === lastProof.current || read.ticket === settledTicket.current;
    if (known || handOver.isPending || ticking) return true;
    lastProof.current = read.proof;
    send(text);
    return true;
  }

  function type(typed: string) {
    setDigits(typed);
    if (readHandover(typed)) send(typed);
  }

  return (
    <Dialog
      title={t('presenter.handOverTitle')}
      description={t('presenter.scanOrType')}
      onClose={onClose}
    >
      <DialogBody>
        <OutcomeBox
          outcome={outcome}
          undoing={undo.isPending}
          onUndo={(win) =>
            undo.mutate(win, {
              onSuccess: () => {
                setOutcome(undefined);
                settledTicket.current = '';
              },
            })
          }
        />
        <CodeScanner
          onCode={scan}
          otherCode={t('presenter.notWinnersCode')}
          instead={t('presenter.typeInstead')}
        />
        {/* The field is not in a form, where it would get the focus and raise a keyboard over the picture. */}
        <Field label={t('presenter.sixDigits')} className="mx-auto w-full max-w-96">
          <Input
            value={digits}
            // Six digits are sent at once; Enter sends them again.
            onChange={(event) => type(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && digits && send(digits)}
            inputMode="numeric"
            autoComplete="off"
            placeholder="123 456"
            dir="ltr"
            className="text-center! font-display text-2xl tabular-nums tracking-widest"
          />
        </Field>
        <WaitingList eventId={eventId} onTick={setTicking} />
      </DialogBody>
      {ticking && (
        <ManualHandoverDialog
          eventId={eventId}
          {...ticking}
          onDone={setOutcome}
          onClose={() => setTicking(undefined)}
        />
      )}
    </Dialog>
  );
}

interface OutcomeBoxProps {
  outcome: Handover | Error | undefined;
  undoing: boolean;
  onUndo: (win: Handover) => void;
}

const display = { ticket: (part: string) => <span className="font-display">{part}</span> };

/** The outcome, readable at arm's length: the prize and its winner, or the reason against it. */
function OutcomeBox({ outcome, undoing, onUndo }: OutcomeBoxProps) {
  return (
    <div role="status" aria-label={t('presenter.result')} className="empty:hidden">
      {outcome instanceof Error ? (
        <div className="flex items-start gap-3 rounded-l bg-danger-soft p-4 text-danger">
          <CircleX aria-hidden className="size-8 shrink-0" />
          <p className="min-w-0 font-bold font-display text-xl leading-snug">
            {sentenceOf(outcome)}
          </p>
        </div>
      ) : (
        outcome && (
          <div className="flex items-start gap-3 rounded-l bg-ok-soft p-4 text-ok">
            <CircleCheck aria-hidden className="size-8 shrink-0" />
            <div className="min-w-0 flex-1">
              <p className="break-words font-bold font-display text-2xl leading-tight">
                {outcome.prizeName
                  ? t('presenter.handOver', { prize: outcome.prizeName })
                  : t('presenter.handOverAny')}
              </p>
              <p className="mt-1 break-words text-ink text-lg">
                <RichText
                  text={t('presenter.handOverTo', {
                    name: outcome.name,
                    ticket: ticketName(outcome.ticket),
                  })}
                  tags={display}
                />
              </p>
              {outcome.enteredAs && (
                <p className="mt-2 break-words rounded-m bg-wait-soft px-3 py-2 font-semibold text-lg text-wait">
                  <RichText
                    text={t('presenter.enteredAs', {
                      name: outcome.enteredAs.name,
                      ticket: ticketName(outcome.enteredAs.ticket),
                    })}
                    tags={display}
                  />
                </p>
              )}
              <Button
                size="small"
                pending={undoing}
                className="mt-2"
                onClick={() => onUndo(outcome)}
              >
                {t('workspace.undo')}
              </Button>
            </div>
          </div>
        )
      )}
    </div>
  );
}
