import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import { useFieldAria } from './field-context.ts';
import { controlClasses } from './input.tsx';

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
