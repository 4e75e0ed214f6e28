import type { PublicEvent } from '@drawbridge/contract/events';
import { useWatch } from 'react-hook-form';
import { usePhoneHint } from '../../shared/use-phone-hint.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { AddedEntryCode } from './added-entry-code.tsx';
import { useAddLead } from './api.ts';
import { useLeadForm } from './use-lead-form.ts';

/** Adds one attendee after the other; after each, the form is reset for the next. */
export function LeadEntryForm({ event }: { event: PublicEvent }) {
  const { form, attemptFor, clear } = useLeadForm(event);
  const phone = usePhoneHint(useWatch({ control: form.control, name: 'phone' }), event.country);
  const addLead = useAddLead();

  const submit = form.handleSubmit((contact) =>
    addLead.mutate(
      {
        ...contact,
        eventId: event.id,
        made: attemptFor(contact.name, contact.phone, contact.email),
      },
      { onSuccess: clear },
    ),
  );

  return (
    <Card className="p-4 md:p-6">
      <h2 className="text-xl">Add New Lead</h2>
      <p className="text-ink-2">Collect attendee information for the event</p>
      <form
        noValidate
        onSubmit={(press) => (addLead.isPending ? press.preventDefault() : submit(press))}
        className="mt-5 flex flex-col gap-4"
      >
        <Field form={form} name="name" label="Full Name *" required>
          <Input {...form.register('name')} autoComplete="off" autoCapitalize="words" />
        </Field>
        <Field
          form={form}
          name="phone"
          label="Phone Number *"
          hint={phone.hint && `${phone.hint} You can still add it.`}
          required
        >
          <Input
            {...form.register('phone', { onBlur: phone.onBlur })}
            type="tel"
            inputMode="tel"
            autoComplete="off"
          />
        </Field>
        <Field form={form} name="email" label="Email Address (Optional)">
          <Input
            {...form.register('email')}
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
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
      {addLead.data && <AddedEntryCode name={addLead.data.name} code={addLead.data.entryCode} />}
    </Card>
  );
}
