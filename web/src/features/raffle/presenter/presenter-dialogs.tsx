import { forfeitInput, voidInput } from '@drawbridge/contract/draws';
import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult, StageState } from '@drawbridge/contract/raffle';
import { useState } from 'react';
import { t } from '../../../lib/texts.ts';
import { useZodForm } from '../../../lib/use-zod-form.ts';
import { Field, Input } from '../../../ui/field.tsx';
import { FormDialog, type PlainFormDialogProps } from '../../../ui/form-dialog.tsx';
import { useForfeitWin, useVoidDraw } from '../api.ts';

interface ReasonDialogProps extends PlainFormDialogProps {
  input: typeof forfeitInput | typeof voidInput;
  /** The usual reasons, the likeliest first; another one can be written. */
  usual?: readonly string[];
  onSubmit: (reason: string) => void;
}

/** Asks for the reason of a void or forfeit, which becomes part of the public record. */
function ReasonDialog({ input, usual = [], onSubmit, ...dialog }: ReasonDialogProps) {
  const other = t('presenter.otherReason');
  const [chosen, setChosen] = useState(usual[0] ?? other);
  const form = useZodForm(input, { defaultValues: { reason: usual[0] ?? '' } });

  return (
    <FormDialog {...dialog} compact form={form} onSubmit={({ reason }) => onSubmit(reason)}>
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
    </FormDialog>
  );
}

interface ForfeitDialogProps {
  result: RaffleResult;
  prize: Prize | undefined;
  onForfeited: (forfeit: NonNullable<StageState['forfeit']>) => void;
  onClose: () => void;
}

export function ForfeitDialog({ result, prize, onForfeited, onClose }: ForfeitDialogProps) {
  const { eventId, number, place, prizeId, winner, ticket } = result;
  const forfeitWin = useForfeitWin(eventId);

  function forfeit(reason: string) {
    forfeitWin.mutate(
      { result, reason },
      {
        onSuccess: () => {
          onClose();
          onForfeited({ forfeits: number, place, prizeId, reason, ticket });
        },
      },
    );
  }

  return (
    <ReasonDialog
      title={t('presenter.winnerNotHere')}
      description={
        prize
          ? t('presenter.releasePrizeHint', { prize: prize.name, name: winner.name })
          : t('presenter.releaseWinHint', { name: winner.name })
      }
      input={forfeitInput}
      usual={[t('presenter.notPresent'), t('presenter.declined'), t('presenter.notAllowed')]}
      submitLabel={t(prize ? 'presenter.releasePrize' : 'presenter.releaseWin')}
      pendingLabel={t('presenter.releasing')}
      pending={forfeitWin.isPending}
      onSubmit={forfeit}
      onClose={onClose}
    />
  );
}

interface VoidDialogProps {
  eventId: string;
  onClose: () => void;
}

export function VoidDialog({ eventId, onClose }: VoidDialogProps) {
  const voidDraw = useVoidDraw(eventId);

  return (
    <ReasonDialog
      title={t('presenter.voidTitle')}
      description={t('presenter.voidDescription')}
      input={voidInput}
      submitLabel={t('presenter.voidDraw')}
      pendingLabel={t('presenter.voiding')}
      pending={voidDraw.isPending}
      onSubmit={(reason) => voidDraw.mutate({ reason }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
