import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ignoreHeldEnter } from './ignore-held-enter.ts';

interface FormProps<Input extends FieldValues, Output extends FieldValues> {
  form: UseFormReturn<Input, unknown, Output>;
  onSubmit: (values: Output) => void;
  pending: boolean;
  /** The form's name for screen readers, where several stand on one page. */
  label?: string;
  className?: string;
  children: ReactNode;
}

/** Fields and their buttons, wherever they stand. A dialog that is one form takes `DialogForm`. */
export function Form<Input extends FieldValues, Output extends FieldValues>({
  form,
  onSubmit,
  pending,
  label,
  className,
  children,
}: FormProps<Input, Output>) {
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        // Enter in a field submits as well, and must not do it twice either.
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
