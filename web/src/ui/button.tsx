import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import { type ButtonSize, type ButtonVariant, buttonLook } from './button-look.ts';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** While its work is under way a button turns its wheel and cannot be pressed again. */
  pending?: boolean;
}

export function Button({
  variant = 'secondary',
  size = 'medium',
  pending = false,
  disabled,
  type = 'button',
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={classNames(buttonLook(variant, size), className)}
      {...rest}
    >
      {pending && (
        <span
          aria-hidden
          className="size-4 shrink-0 animate-spin rounded-full border-2 border-current border-t-transparent"
        />
      )}
      {children}
    </button>
  );
}
