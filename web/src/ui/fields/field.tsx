import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useId,
} from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { classNames } from '../../lib/class-names.ts';
import { translate } from '../../lib/texts/texts.ts';

export interface FieldProps<Input extends FieldValues, Output> {
  /** The form and the name of the value, by which the field finds its error. */
  form?: UseFormReturn<Input, unknown, Output>;
  name?: FieldPath<Input>;
  /** The error, for a field without a form. */
  error?: string | undefined;
  label: string;
  hint?: ReactNode;
  required?: boolean;
  className?: string;
  /** One of our controls: input, select … It gets the label and the error from the context. */
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
  const problem = form && name && form.getFieldState(name, form.formState).error?.message;
  const error = givenError ?? (problem && translate(problem));
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
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

interface FieldNotesProps {
  id: string;
  hint: ReactNode;
  error: string | undefined;
}

/** The hint and the error under a control, which describe it by these ids. */
export function FieldNotes({ id, hint, error }: FieldNotesProps) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="text-ink-2 text-sm">
          <bdi>{hint}</bdi>
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </>
  );
}

/** The fields of a filter in a grid, lower than those of a form where there is a mouse. */
export function FilterFields({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={classNames(
        'grid gap-3 p-3 md:gap-2 md:*:gap-0.5 md:[&_label]:text-ink-2 md:[&_label]:text-xs',
        'md:[&_:is(input,button)]:h-9 md:[&_:is(input,button)]:text-sm',
        className,
      )}
      {...rest}
    />
  );
}

interface FieldAria {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

const FieldContext = createContext<FieldAria | undefined>(undefined);

/** Connects a control to the label, hint and error of its field; undefined outside a field. */
export function useFieldAria(): Partial<FieldAria> {
  return useContext(FieldContext) ?? {};
}

/** The classes of all inputs and selects; 16 px, so that phones do not zoom in. */
export const controlClasses =
  'h-11 w-full min-w-0 rounded-m border border-edge bg-card px-3.5 text-lg text-ink transition-colors duration-150 rtl:text-right ' +
  'placeholder:text-ink-2 aria-invalid:border-danger disabled:cursor-not-allowed disabled:opacity-60';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldAria()} className={classNames(controlClasses, className)} {...rest} />;
}

export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      {...useFieldAria()}
      className={classNames(controlClasses, 'h-auto min-h-11 resize-y py-2.5', className)}
      {...rest}
    />
  );
}

const FIELDS = 'input:not([type=hidden], [type=checkbox]), textarea, select, fieldset input';

/** Moves from one field to the next with Enter; in the last field Enter submits, as browsers do. */
export function moveOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, currentTarget, nativeEvent } = event;
  const target = event.target as HTMLInputElement;
  // Enter also ends the composition of a Japanese or Chinese word, and a line of a longer text.
  if (key !== 'Enter' || nativeEvent.isComposing || target.localName === 'textarea') return;
  const fields = [...currentTarget.querySelectorAll<HTMLInputElement>(FIELDS)].filter(
    (field) =>
      field.tabIndex >= 0 &&
      field.getClientRects().length > 0 &&
      !field.closest('details:not([open])'),
  );
  const index = fields.indexOf(target);
  // The choices of a question have the same name.
  const next = index < 0 ? undefined : fields.slice(index).find(({ name }) => name !== target.name);
  // Key repeats of a held Enter key would rush through the form and submit it.
  if (event.repeat || next) event.preventDefault();
  if (!event.repeat) next?.focus();
}

/** A checkbox with its sentence. It is a native checkbox, because the lead form works without scripts. */
export function Tick({ label, lang, ...rest }: ComponentProps<'input'> & { label: string }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5 text-sm">
      <input type="checkbox" className="size-5 shrink-0 accent-accent" {...rest} />
      <span dir="auto" lang={lang} className="min-w-0 break-words">
        {label}
      </span>
    </label>
  );
}
