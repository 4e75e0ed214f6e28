import { useEffect } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../lib/api-client.ts';

/** Shows an answer of the server at the field to which it belongs, and focuses that field. */
export function useFieldProblem<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: Error | null | undefined,
): void {
  useEffect(() => {
    if (!(error instanceof ApiError)) return;
    const problem = error.fields.find(({ field }) => field in form.getValues());
    if (!problem) return;
    const { field, message } = problem;
    form.setError(field as FieldPath<Input>, { message }, { shouldFocus: true });
  }, [form, error]);
}
