import { z } from 'zod';

/** Attributes of an input for a day. Without `max`, browsers offer years of six digits. */
export const dayInput = { type: 'date', max: '9999-12-31' } as const;

/** The presentation of a field in forms. Its rules and messages are in its schema. */
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

/** Form fields by schema. They are not in the schemas' `meta`, which is part of the API description. */
export const formFields = z.registry<FormField>();

/** The presentation of a schema's field. A field whose schema accepts undefined is not required. */
export function formFieldOf(schema: z.ZodType | undefined, name: string) {
  const field = schema instanceof z.ZodObject ? schema.shape[name] : undefined;
  if (!field) throw new Error(`The schema has no field ${name}`);
  let described = field;
  while (!formFields.get(described) && 'unwrap' in described) {
    described = (described as z.ZodOptional<z.ZodType>).unwrap();
  }
  const formField = formFields.get(described);
  if (!formField) throw new Error(`Nothing says how the field ${name} is shown`);
  const optional = ['', undefined].some((nothing) => field.safeParse(nothing).success);
  return { autoComplete: 'off', ...formField, required: !optional };
}
