import { type ReactNode, useId } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { classNames } from '../lib/class-names.ts';
import { FieldContext } from './field-context.ts';

interface FieldProps<Input extends FieldValues, Output> {
  /** The form and the name of the value, with which the field finds its error. */
  form?: UseFormReturn<Input, unknown, Output>;
  name?: FieldPath<Input>;
  /** The error, for a field without a form. */
  error?: string | undefined;
  label: string;
  hint?: ReactNode;
  required?: boolean;
  className?: string;
  /** One of our controls: input, select, date picker … It gets the label and the error from the context. */
  children: ReactNode;
}

/** A label, a control and its error. All ARIA attributes of fields are set here. */
export function Field<Input extends FieldValues = FieldValues, Output = Input>({
  form,
  name,
  error: givenError,
  label,
  hint,
  required,
  className,
  children,
}: FieldProps<Input, Output>) {
  const id = useId();
  const error =
    givenError ?? (form && name && form.getFieldState(name, form.formState).error?.message);
  const describedBy = classNames(error && `${id}-error`, hint ? `${id}-hint` : undefined);

  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <label id={`${id}-label`} htmlFor={id} className="font-semibold text-sm">
        {label}
      </label>
      <FieldContext
        value={{
          id,
          'aria-describedby': describedBy || undefined,
          'aria-invalid': error ? true : undefined,
          'aria-required': required || undefined,
        }}
      >
        {children}
      </FieldContext>
      {hint && (
        <p id={`${id}-hint`} className="text-ink-2 text-sm">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
