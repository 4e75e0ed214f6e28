import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import { useFieldAria } from './field-context.ts';

/** The classes of all inputs and selects; 16 px, so that phones do not zoom in. */
export const controlClasses =
  'h-11 w-full min-w-0 rounded-m border border-edge bg-card px-3.5 text-lg text-ink transition-colors duration-150 ' +
  'placeholder:text-ink-2 aria-invalid:border-danger disabled:cursor-not-allowed disabled:opacity-60';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldAria()} className={classNames(controlClasses, className)} {...rest} />;
}
