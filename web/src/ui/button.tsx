import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button-classes.ts';
import { ignoreHeldEnter } from './ignore-held-enter.ts';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /**
   * While its work is running, a button shows a spinner and cannot be pressed again. It is not
   * `disabled`, because that would take the focus away and keyboard users would lose their place.
   */
  pending?: boolean;
}

export function Button({
  variant = 'secondary',
  size = 'medium',
  pending = false,
  type = 'button',
  className,
  onClick,
  onKeyDown,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={classNames(buttonClasses(variant, size), className)}
      {...rest}
      aria-busy={pending || undefined}
      aria-disabled={pending || rest['aria-disabled']}
      onClick={(event) => {
        // This is also how a form is submitted by Enter in a field.
        if (pending) event.preventDefault();
        else onClick?.(event);
      }}
      onKeyDown={(event) => {
        ignoreHeldEnter(event);
        onKeyDown?.(event);
      }}
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
