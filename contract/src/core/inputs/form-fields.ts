import { z } from 'zod';

/** A day; without a last one, browsers offer years of six digits. */
export const dayInput = { type: 'date', max: '9999-12-31' } as const;

/** How a field is shown in forms. What may be typed into it, and the messages, are in its schema. */
export interface FormField {
  label: string;
  hint?: string;
  control?: 'password' | 'paragraphs';
  // Attributes of the input.
  autoComplete?: string;
  autoCapitalize?: 'none';
  spellCheck?: false;
  placeholder?: string;
  type?: 'email' | 'url' | 'date' | 'number';
  min?: number;
  max?: string;
  inputMode?: 'numeric' | 'url';
}

/** Beside the schemas, not in their `meta`, which is part of the API's description. */
export const formFields = z.registry<FormField>();

/** How a schema's field is shown; a field whose schema also takes nothing is not required. */
export function formFieldOf(schema: z.ZodType | undefined, name: string) {
  const field = schema instanceof z.ZodObject ? schema.shape[name] : undefined;
  if (!field) throw new Error(`The schema has no field ${name}`);
  let described = field;
  while (!formFields.get(described) && 'unwrap' in described) {
    described = (described as z.ZodOptional<z.ZodType>).unwrap();
  }
  const shown = formFields.get(described);
  if (!shown) throw new Error(`Nothing says how the field ${name} is shown`);
  const optional = ['', undefined].some((nothing) => field.safeParse(nothing).success);
  return { autoComplete: 'off', ...shown, required: !optional };
}
