/** The shape that a page relies on in a response: a check of its value, or one for each field. */
export type Shape = ((value: unknown) => boolean) | { readonly [field: string]: Shape };

export const text: Shape = (value) => typeof value === 'string';
export const number: Shape = (value) => typeof value === 'number';
export const day: Shape = (value) => /^\d{4}-\d\d-\d\d$/.test(String(value));
export const optional =
  (shape: Shape): Shape =>
  (value) =>
    value == null || hasShape(value, shape);
export const listOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every((item) => hasShape(item, shape));

export function hasShape(value: unknown, shape: Shape): boolean {
  if (typeof shape === 'function') return shape(value);
  const fields = Object(value) as Record<string, unknown>;
  return Object.entries(shape).every(([field, inner]) => hasShape(fields[field], inner));
}
