import { forfeitInput, voidInput } from '@drawbridge/contract/raffle/drawing';
import type { Prize } from '@drawbridge/contract/raffle/prizes';
import type { RaffleResult, StageState } from '@drawbridge/contract/raffle/raffle';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { removeRow } from '../../lib/queries/query-client.ts';
import { sendOnce } from '../../lib/queries/send-once.ts';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import { ChangeDialog } from '../../ui/dialogs/change-dialog.tsx';
import { Field, Input } from '../../ui/fields/field.tsx';
import { changedByDraws, eventUrl, resultsUrl } from '../api.ts';

/** The reason of a void or forfeit, which becomes part of the public record: a usual one, or free text. */
function ReasonField({ usual = [] }: { usual?: readonly string[] }) {
  const form = useFormContext();
  const other = t('presenter.otherReason');
  const [chosen, setChosen] = useState(usual[0] ?? other);

  return (
    <>
      {usual.length > 0 && (
        <fieldset className="flex flex-col">
          <legend className="font-semibold text-sm">{t('presenter.reason')}</legend>
          {[...usual, other].map((label) => (
            <label key={label} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="radio"
                name="usual-reason"
                checked={chosen === label}
                onChange={() => {
                  setChosen(label);
                  const reason = label === other ? '' : label;
                  form.setValue('reason', reason, { shouldDirty: true });
                }}
                className="size-4 shrink-0 accent-accent"
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
      {chosen === other && (
        <Field
          form={form}
          name="reason"
          label={t(usual.length > 0 ? 'presenter.yourReason' : 'presenter.reason')}
          hint={t('presenter.reasonHint')}
          required
        >
          <Input {...form.register('reason')} autoComplete="off" />
        </Field>
      )}
    </>
  );
}

interface ForfeitDialogProps {
  result: Pick<RaffleResult, 'id' | 'eventId' | 'number' | 'place' | 'prizeId' | 'ticket'> & {
    winner: { name: string };
  };
  prize: Prize | undefined;
  onForfeited?: (forfeit: NonNullable<StageState['forfeit']>) => void;
  onClose: () => void;
}

/** Forfeits a win, so that the prize can be drawn again. */
export function ForfeitDialog({ result, prize, onForfeited, onClose }: ForfeitDialogProps) {
  const { eventId, number, place, prizeId, winner, ticket } = result;
  // Two winners can have the same name.
  const name = `${winner.name} (${ticketName(ticket)})`;
  // The most likely reason comes first.
  const usual = [t('presenter.notPresent'), t('presenter.declined'), t('presenter.notAllowed')];

  return (
    <ChangeDialog
      compact
      title={t('presenter.winnerNotHere')}
      description={
        prize
          ? t('presenter.releasePrizeHint', { prize: prize.name, name })
          : t('presenter.releaseWinHint', { name })
      }
      schema={forfeitInput}
      values={{ reason: usual[0] }}
      mutation={{
        send: ({ reason }) =>
          sendOnce('/api/events/:eventId/draws/:number/forfeit', {
            params: { eventId, number },
            body: { reason, place },
          }),
        show: (_answer, { reason }) => {
          removeRow(resultsUrl(eventId), result.id);
          onForfeited?.({ forfeits: number, place, prizeId, reason, ticket });
        },
        failure: t('presenter.notReleased'),
        changes: changedByDraws(eventId),
      }}
      submit={[
        t(prize ? 'presenter.releasePrize' : 'presenter.releaseWin'),
        t('presenter.releasing'),
      ]}
      onClose={onClose}
    >
      <ReasonField usual={usual} />
    </ChangeDialog>
  );
}

export function VoidDialog({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  return (
    <ChangeDialog
      compact
      title={t('presenter.voidTitle')}
      description={t('presenter.voidDescription')}
      schema={voidInput}
      values={{ reason: '' }}
      mutation={{
        send: ({ reason }) =>
          sendOnce('/api/events/:eventId/void', { params: { eventId }, body: { reason } }),
        success: () => ({ title: t('presenter.voided'), description: t('presenter.reasonStays') }),
        failure: t('presenter.notVoided'),
        changes: [`${eventUrl(eventId)}/draws`],
      }}
      submit={[t('presenter.voidDraw'), t('presenter.voiding')]}
      onClose={onClose}
    >
      <ReasonField />
    </ChangeDialog>
  );
}
