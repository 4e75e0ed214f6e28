import {
  type ContactField,
  contact,
  contactFields,
  contactInputs,
  type TypedContact,
} from '@drawbridge/contract/collecting/contact';
import { phoneProblemIn, readPhone } from '@drawbridge/contract/phones/phone-key';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { countryName } from '../../lib/texts/country-names.ts';
import { t, translate } from '../../lib/texts/texts.ts';
import { Field, Input } from '../../ui/fields/field.tsx';

interface LeadFieldsProps {
  country: string | undefined;
  /** The remaining option with a doubtful number: 'You can still add it.' */
  stillPossible: string;
  /** A note on a number while it is being typed, such as that it was entered before. */
  phoneNote?: ((typed: string) => string | undefined) | undefined;
  /** The form's kind, because the labels differ. */
  labels: 'form' | 'admin';
  order?: readonly ContactField[];
}

/** The contact fields for another person, so the browser fills nothing in. */
export function LeadFields(props: LeadFieldsProps) {
  const { country, stillPossible, phoneNote, labels, order = contactFields } = props;
  // The form may have more fields, which stay as they are.
  const form = useFormContext<TypedContact>();
  const typed = useWatch({ control: form.control, name: 'phone' }) ?? '';
  // The number whose note is shown: set when the field loses focus and cleared by the next key.
  const [left, setLeft] = useState('');
  const warning = typed === left && country !== undefined && phoneWarning(typed, country);
  const hint = phoneNote?.(typed) ?? warning;

  return order.map((name) => {
    const definition = contact[name];
    const isPhone = definition.kind === 'phone';
    return (
      <Field
        key={name}
        form={form}
        name={name}
        label={labels === 'form' ? t(definition.labels.form) : translate(definition.labels.admin)}
        hint={isPhone && hint && `${hint} ${stillPossible}`}
        required={definition.required}
      >
        <Input
          {...form.register(
            name,
            isPhone ? { onBlur: () => afterPress(() => setLeft(typed)) } : {},
          )}
          {...contactInputs[definition.kind]}
          autoComplete="off"
          enterKeyHint={name === order.at(-1) ? 'done' : 'next'}
        />
      </Field>
    );
  });
}

/** A warning for a number that is accepted but not valid in the country. */
export function phoneWarning(typed: string, country: string): string | undefined {
  const isAccepted = phoneProblemIn(typed, country) === undefined;
  return isAccepted && !readPhone(typed, country).valid
    ? t('workspace.phoneInvalid', { country: countryName(country) })
    : undefined;
}

const CHECK_MS = 100;

/** Waits until no pointer is down, because a new hint would move the button that is being pressed. */
function afterPress(then: () => void): void {
  setTimeout(() => (document.querySelector(':active') ? afterPress(then) : then()), CHECK_MS);
}
