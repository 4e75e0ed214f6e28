// The contact fields of a lead. Forms, files, statements and responses are made from this table. A new field needs a
// row here, the recognition of its column in files (`file-columns.ts`), and a database column of the same name. This
// module does not import zod, which would add 26 KB to the public form.

import {
  emailProblem,
  lineProblem,
  normaliseEmail,
  normaliseLine,
  type SingleLineRule,
  visibleLength,
} from '../core/inputs/form-rules.ts';
import type { TextKey } from '../languages/texts.ts';
import { PHONE_SHORTEST, phoneProblem } from '../phones/phone.ts';

type FieldDefinition = {
  /** True if a lead must have the field. A missing optional value is null. */
  required: boolean;
  labels: {
    /** The label on the public form and the volunteers' forms, in the reader's language. */
    form: TextKey;
    /** The label in the administrators' dialogs. */
    admin: string;
    /** The label among a person's data. */
    person: string;
    /** The label in the import dialog that matches the columns of a file. */
    import: string;
    /** The heading of the column in an exported file. */
    export: string;
  };
  /** The `autocomplete` attribute on the public form, which tells browsers what to fill in. */
  autoComplete: string;
  /** The placeholder and the hint, which only the public form shows. */
  placeholder?: TextKey;
  hint?: TextKey;
  /** The property of a vCard or MECARD, and the type to prefer if there are several. */
  badge: { property: string; preferred?: RegExp };
} & ({ kind: 'line'; rule: SingleLineRule } | { kind: 'phone' | 'email' });

/** The fields in the order of the forms. */
const fields = {
  name: {
    kind: 'line',
    rule: { label: 'Name', required: 'Name must be at least 2 characters', min: 2, max: 100 },
    required: true,
    labels: {
      form: 'visitor.name',
      admin: 'Full Name',
      person: 'Full Name',
      import: 'Full name',
      export: 'Name',
    },
    autoComplete: 'name',
    badge: { property: 'FN' },
  },
  phone: {
    kind: 'phone',
    required: true,
    labels: {
      form: 'visitor.phone',
      admin: 'Phone Number',
      person: 'Phone Number',
      import: 'Phone number',
      export: 'Phone',
    },
    autoComplete: 'tel',
    hint: 'visitor.phoneHint',
    badge: { property: 'TEL', preferred: /CELL|MOBILE/i },
  },
  email: {
    kind: 'email',
    required: false,
    labels: {
      form: 'visitor.email',
      admin: 'Email (optional)',
      person: 'Email',
      import: 'Email',
      export: 'Email',
    },
    autoComplete: 'email',
    placeholder: 'visitor.emailPlaceholder',
    hint: 'visitor.receiptHint',
    badge: { property: 'EMAIL', preferred: /PREF/i },
  },
} as const satisfies Record<string, FieldDefinition>;

export type ContactField = keyof typeof fields;
export const contact: Record<ContactField, FieldDefinition> = fields;
export const contactFields = Object.keys(fields) as ContactField[];
/** The fields in the order of files, the Edit dialog and responses: the e-mail comes before the phone number. */
export const listedFields = [...new Set<ContactField>(['name', 'email', ...contactFields])];

export type IsRequired<Field extends ContactField> = (typeof fields)[Field]['required'];
/** The contact as it is sent and stored. */
export type LeadContact = {
  [Field in ContactField]: IsRequired<Field> extends true ? string : string | null;
};
/** The contact as it is typed. */
export type TypedContact = Record<ContactField, string>;

/** Builds a record with a value for every contact field. */
export function mapContact<Value>(
  make: (field: ContactField) => Value,
  order = contactFields,
): Record<ContactField, Value> {
  const record: Partial<Record<ContactField, Value>> = {};
  for (const field of order) record[field] = make(field);
  return record as Record<ContactField, Value>;
}

export const emptyContact: TypedContact = mapContact(() => '');

/** Picks the contact fields of a lead. */
export function contactOf<Lead extends Record<ContactField, unknown>>(
  lead: Lead,
): Pick<Lead, ContactField> {
  return mapContact((field) => lead[field]) as Pick<Lead, ContactField>;
}

/** The values of a contact, in the order of the forms. */
export function contactValues<Value>(lead: Record<ContactField, Value>): Value[] {
  return contactFields.map((field) => lead[field]);
}

/** A lead's contact as a form shows it, with the fields in the form's order. */
export function toTyped(lead: LeadContact, order = contactFields): TypedContact {
  return mapContact((field) => lead[field] ?? '', order);
}

type CheckPhone = (typed: string) => string | undefined;

/** The problem with what was typed into a field, if any. `checkPhone` knows the rules of the event's country. */
export function contactProblem(
  field: ContactField,
  typed: string,
  checkPhone: CheckPhone = (number) => phoneProblem(number, PHONE_SHORTEST),
): string | undefined {
  const definition = contact[field];
  if (definition.kind === 'line') return lineProblem(typed, definition.rule);
  return definition.kind === 'phone' ? checkPhone(typed) : emailProblem(typed);
}

/** The value of a field without a problem, as it is sent. */
export function contactValue(field: ContactField, typed: string): string | null {
  const { kind, required } = contact[field];
  const value =
    kind === 'phone' ? typed : kind === 'email' ? normaliseEmail(typed) : normaliseLine(typed);
  return required || visibleLength(value) > 0 ? value : null;
}

/** The attributes of the inputs, by kind of field. */
export const contactInputs = {
  line: { autoCapitalize: 'words', dir: 'auto' },
  phone: { type: 'tel', inputMode: 'tel', dir: 'ltr' },
  email: {
    type: 'email',
    inputMode: 'email',
    dir: 'ltr',
    autoCapitalize: 'none',
    spellCheck: false,
  },
} as const satisfies Record<FieldDefinition['kind'], object>;
