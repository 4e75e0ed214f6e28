import { forfeitInput, voidInput } from '@drawbridge/contract/draws';
import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { useState } from 'react';
import { useZodForm } from '../../../lib/use-zod-form.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { useForfeitWin, useVoidDraw } from '../api.ts';
import type { Forfeit } from '../stage-phase.ts';

interface ReasonDialogProps {
  title: string;
  description: string;
  input: typeof forfeitInput | typeof voidInput;
  /** The usual reasons, the likeliest first; another one can be written. */
  usual?: readonly string[];
  submitLabel: string;
  pendingLabel: string;
  pending: boolean;
  onSubmit: (reason: string) => void;
  onClose: () => void;
}

const OTHER = 'Another reason';

/** Asks for the reason of a void or forfeit, which becomes part of the public record. */
function ReasonDialog(props: ReasonDialogProps) {
  const { usual = [] } = props;
  const [chosen, setChosen] = useState(usual[0] ?? OTHER);
  const form = useZodForm(props.input, { defaultValues: { reason: usual[0] ?? '' } });

  return (
    <Dialog title={props.title} description={props.description} compact onClose={props.onClose}>
      <DialogForm
        form={form}
        onSubmit={({ reason }) => props.onSubmit(reason)}
        submitLabel={props.submitLabel}
        pendingLabel={props.pendingLabel}
        pending={props.pending}
      >
        {usual.length > 0 && (
          <fieldset className="flex flex-col">
            <legend className="font-semibold text-sm">Reason</legend>
            {[...usual, OTHER].map((label) => (
              <label key={label} className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="radio"
                  name="usual-reason"
                  checked={chosen === label}
                  onChange={() => {
                    setChosen(label);
                    const reason = label === OTHER ? '' : label;
                    form.setValue('reason', reason, { shouldDirty: true });
                  }}
                  className="size-4 shrink-0 accent-accent"
                />
                {label}
              </label>
            ))}
          </fieldset>
        )}
        {chosen === OTHER && (
          <Field
            form={form}
            name="reason"
            label={usual.length > 0 ? 'Your reason' : 'Reason'}
            hint="Shown in public for good: write nothing private."
            required
          >
            <Input {...form.register('reason')} autoComplete="off" />
          </Field>
        )}
      </DialogForm>
    </Dialog>
  );
}

interface ForfeitDialogProps {
  result: RaffleResult;
  prize: Prize | undefined;
  onForfeited: (forfeit: Forfeit) => void;
  onClose: () => void;
}

export function ForfeitDialog({ result, prize, onForfeited, onClose }: ForfeitDialogProps) {
  const { eventId, number, prizeId, winner } = result;
  const forfeitWin = useForfeitWin(eventId);
  const drawable = prize
    ? `${prize.name} can then be drawn again.`
    : 'Another winner can then be drawn.';

  function forfeit(reason: string) {
    forfeitWin.mutate(
      { result, reason },
      {
        onSuccess: () => {
          onClose();
          onForfeited({ forfeits: number, prizeId, reason, name: winner.name });
        },
      },
    );
  }

  return (
    <ReasonDialog
      title="Winner not here?"
      description={`${drawable} ${winner.name} cannot win again at this event; the reason stays in the public record.`}
      input={forfeitInput}
      usual={['Not present', 'Declined the prize', 'Not allowed to take part']}
      submitLabel={prize ? 'Release Prize' : 'Release Win'}
      pendingLabel="Releasing..."
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
      title="Void this draw"
      description="It will not be drawn. Its number, its secret and your reason stay in the public record."
      input={voidInput}
      submitLabel="Void Draw"
      pendingLabel="Voiding..."
      pending={voidDraw.isPending}
      onSubmit={(reason) => voidDraw.mutate({ reason }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
