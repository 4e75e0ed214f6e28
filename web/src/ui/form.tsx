import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { dismissFailure } from '../lib/toast.ts';
import { ignoreHeldEnter } from './ignore-held-enter.ts';
import { useUnsavedChanges } from './unsaved-changes.ts';
import { useFieldProblem } from './use-field-problem.ts';

interface FormProps<Input extends FieldValues, Output extends FieldValues> {
  form: UseFormReturn<Input, unknown, Output>;
  onSubmit: (values: Output) => void;
  pending: boolean;
  /** Why the last attempt failed; if it belongs to a field, it is shown there too. */
  error?: Error | null | undefined;
  /** The form's name for screen readers, if a page has several forms. */
  label?: string;
  className?: string;
  children: ReactNode;
}

/** A form outside a dialog. For a dialog that is one form, use `DialogForm`. */
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
  // The current password only confirms a change, and is not one itself.
  const onlyConfirmed = Object.keys(dirtyFields).join() === 'currentPassword';
  useUnsavedChanges(isDirty && !onlyConfirmed);
  useFieldProblem(form, error);

  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        // Enter in a field also submits, and must not submit twice either.
        if (pending) return event.preventDefault();
        dismissFailure();
        form.handleSubmit(onSubmit)(event);
      }}
      onKeyDown={ignoreHeldEnter}
      className={className}
    >
      {children}
    </form>
  );
}
