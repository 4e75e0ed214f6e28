import { eventInput } from '@drawbridge/contract/events';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useZodForm } from '../../../lib/use-zod-form.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { drawsQuery, useUpdateEvent } from '../api.ts';
import type { EventDialogProps } from '../event-action.ts';
import { BasicFields } from './basic-fields.tsx';
import { eventChanges } from './event-form.ts';
import { FinancialFields } from './financial-fields.tsx';
import { RetentionField } from './retention-field.tsx';
import { TrustFields } from './trust-fields.tsx';

export function EditEventDialog({ event, onClose }: EventDialogProps) {
  // The event as it was when the form opened; the list behind it may be refetched meanwhile.
  const [before] = useState(event);
  const form = useZodForm(eventInput, { defaultValues: before });
  const updateEvent = useUpdateEvent(event.id);
  const { data: draws } = useQuery(drawsQuery(event.id));
  const drawn = draws && (draws.sealed !== null || draws.draws.length > 0);
  const hasWinners = draws?.draws.some(({ kind }) => kind === 'draw');

  return (
    <Dialog title="Edit Event" description="Update the event's details." onClose={onClose}>
      <DialogForm
        form={form}
        onSubmit={(after) =>
          updateEvent.mutate(eventChanges(before, after), { onSuccess: onClose })
        }
        submitLabel="Update Event"
        pendingLabel="Updating..."
        pending={updateEvent.isPending}
      >
        <BasicFields form={form} drawn={drawn} hasWinners={hasWinners} />
        <TrustFields form={form} />
        <RetentionField form={form} event={event} />
        <FinancialFields form={form} />
      </DialogForm>
    </Dialog>
  );
}
