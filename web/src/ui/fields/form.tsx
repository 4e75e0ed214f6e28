import { type ReactNode, useEffect } from 'react';
import {
  type FieldPath,
  type FieldValues,
  FormProvider,
  type UseFormReturn,
} from 'react-hook-form';
import { ApiError } from '../../lib/api/api-client.ts';
import { dismissFailure } from '../../lib/toast.ts';
import { ignoreHeldEnter } from '../button.tsx';
import { useUnsavedChanges } from '../dialogs/unsaved-changes.ts';

export interface FormProps<Input extends FieldValues, Output extends FieldValues> {
  form: UseFormReturn<Input, unknown, Output>;
  /** Called with the values. The element is for data of the form besides the values. */
  onSubmit: (values: Output, element: HTMLFormElement) => void;
  pending: boolean;
  /** The error of the last attempt; if it belongs to a field, it is shown there too. */
  error?: Error | null | undefined;
  /** The form's name for screen readers, if a page has several forms. */
  label?: string;
  className?: string;
  children: ReactNode;
}

/** A form outside a dialog, whose fields get it from the context. For a dialog that is one form, use `FormDialog`. */
export function Form<Input extends FieldValues, Output extends FieldValues>({
  form,
  onSubmit,
  pending,
  error,
  label,
  className,
  children,
}: FormProps<Input, Output>) {
  const { isDirty, dirtyFields } = form.formState;
  // The current password only confirms a change; by itself it is no change.
  const onlyConfirmed = Object.keys(dirtyFields).join() === 'currentPassword';
  useUnsavedChanges(isDirty && !onlyConfirmed);
  useFieldProblem(form, error);

  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-label={label}
        onSubmit={(event) => {
          // Enter in a field also submits, and must not submit twice either.
          if (pending) return event.preventDefault();
          dismissFailure();
          const element = event.currentTarget;
          form.handleSubmit((values) => onSubmit(values, element))(event);
        }}
        onKeyDown={ignoreHeldEnter}
        className={className}
      >
        {children}
      </form>
    </FormProvider>
  );
}

/** The problem of the server that belongs to a field of the form. */
export function fieldProblemOf<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: Error | null | undefined,
) {
  if (!(error instanceof ApiError)) return undefined;
  return error.fields.find(({ field }) => field in form.getValues());
}

/** Shows a problem of the server at the field to which it belongs, and focuses that field. */
function useFieldProblem<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: Error | null | undefined,
): void {
  useEffect(() => {
    const problem = fieldProblemOf(form, error);
    if (!problem) return;
    const { field, message } = problem;
    form.setError(field as FieldPath<Input>, { message }, { shouldFocus: true });
  }, [form, error]);
}
