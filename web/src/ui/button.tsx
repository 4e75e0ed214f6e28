import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-filled';
export type ButtonSize = 'small' | 'medium' | 'large';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border border-line bg-card text-ink hover:bg-sunk',
  quiet: 'text-ink-2 hover:bg-mute-soft hover:text-ink',
  danger: 'border border-line bg-card text-danger hover:bg-danger-soft',
  // Filled only inside a confirmation.
  'danger-filled': 'bg-danger text-on-danger hover:opacity-90',
};

// At least 44 px high under 768 px, where fingers press.
const sizes: Record<ButtonSize, string> = {
  small: 'h-11 rounded-s px-3 text-sm md:h-8 md:px-2.5',
  medium: 'h-11 rounded-m px-4 text-base md:h-10',
  large: 'h-13 rounded-m px-6 text-lg',
};

export function buttonLook(variant: ButtonVariant, size: ButtonSize): string {
  return classNames(
    'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap font-semibold transition-colors duration-150',
    'disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
  );
}

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
      {pending && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  );
}
