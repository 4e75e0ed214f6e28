import { fieldProblems } from '@drawbridge/contract/field-problems';
import { useEffect } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../lib/api-client.ts';

const byField = Object.values(fieldProblems);

/** Shows an answer of the server at the field to which it belongs, and focuses that field. */
export function useFieldProblem<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: Error | null | undefined,
): void {
  useEffect(() => {
    if (!(error instanceof ApiError)) return;
    const [sentence, names] = byField.find(([text]) => text === error.sentence) ?? [];
    const name = names?.find((field) => field in form.getValues());
    if (!name) return;
    form.setError(name as FieldPath<Input>, { message: sentence }, { shouldFocus: true });
  }, [form, error]);
}
