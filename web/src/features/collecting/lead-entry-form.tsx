import type { PublicEvent } from '@drawbridge/contract/events';
import type { LeadContact } from '@drawbridge/contract/leads';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { enterMovesOn } from '../../ui/enter-moves-on.ts';
import { AddedLead } from './added-lead.tsx';
import { alsoEnteredText } from './also-entered.ts';
import { useAddLead, useTakeLeadBack } from './api.ts';
import { LeadFields } from './lead-fields.tsx';
import { useLeadForm } from './use-lead-form.ts';

/** Adds one attendee after the other; after each, the form is reset for the next. */
export function LeadEntryForm({ event }: { event: PublicEvent }) {
  const { form, attemptFor, clear, restore } = useLeadForm(event);
  const [typed, setTyped] = useState<LeadContact>();
  const addLead = useAddLead();
  const takeBack = useTakeLeadBack();
  const added = addLead.data;

  const submit = form.handleSubmit((contact) => {
    const made = attemptFor(contact.name, contact.phone, contact.email);
    addLead.mutate(
      { ...contact, eventId: event.id, made },
      {
        onSuccess: () => {
          setTyped(contact);
          clear();
        },
      },
    );
  });

  const undo = () => {
    if (!added || !typed || takeBack.isPending) return;
    takeBack.mutate(added.id, {
      onSuccess: () => {
        addLead.reset();
        restore(typed);
      },
    });
  };

  return (
    <Card className="p-4 pt-3 md:p-6">
      <h2 className="text-xl">Add New Lead</h2>
      <p className="text-ink-2 text-sm md:text-base">Collect attendee information for the event</p>
      <form
        noValidate
        onKeyDown={enterMovesOn}
        onSubmit={(press) => (addLead.isPending ? press.preventDefault() : submit(press))}
        className="mt-2 flex flex-col gap-3 md:mt-5 md:gap-4"
      >
        <LeadFields form={form} country={event.country} stillPossible="You can still add it." />
        <Button
          type="submit"
          variant="primary"
          size="large"
          pending={addLead.isPending}
          className="w-full"
        >
          {addLead.isPending ? 'Adding...' : 'Add Lead'}
        </Button>
      </form>
      {added && (
        <AddedLead
          key={added.id}
          eventId={added.eventId}
          name={added.name}
          code={added.entryCode}
          note={added.alsoEntered ? alsoEnteredText(added.alsoEntered) : undefined}
          onUndo={undo}
        />
      )}
    </Card>
  );
}
