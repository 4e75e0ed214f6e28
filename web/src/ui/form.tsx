import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ignoreHeldEnter } from './ignore-held-enter.ts';
import { useUnsavedChanges } from './unsaved-changes.ts';

interface FormProps<Input extends FieldValues, Output extends FieldValues> {
  form: UseFormReturn<Input, unknown, Output>;
  onSubmit: (values: Output) => void;
  pending: boolean;
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
  label,
  className,
  children,
}: FormProps<Input, Output>) {
  useUnsavedChanges(form.formState.isDirty);

  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        // Enter in a field also submits, and must not submit twice either.
        if (pending) event.preventDefault();
        else form.handleSubmit(onSubmit)(event);
      }}
      onKeyDown={ignoreHeldEnter}
      className={className}
    >
      {children}
    </form>
  );
}
