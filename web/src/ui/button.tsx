import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, KeyboardEvent } from 'react';
import { classNames } from '../lib/class-names.ts';

export type ButtonVariant =
  | 'primary'
  | 'soft'
  | 'secondary'
  | 'quiet'
  | 'danger'
  | 'danger-quiet'
  | 'danger-filled';
export type ButtonSize = 'small' | 'medium' | 'large';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  // A stronger button than its neighbours, where a filled one would be too strong.
  soft: 'bg-accent-soft text-accent-ink hover:bg-accent hover:text-on-accent',
  secondary: 'border border-line bg-card text-ink hover:bg-sunk',
  quiet: 'text-ink-2 hover:bg-mute-soft hover:text-ink',
  danger: 'border border-line bg-card text-danger hover:bg-danger-soft',
  'danger-quiet': 'text-danger hover:bg-danger-soft',
  // Used only in confirmations.
  'danger-filled': 'bg-danger text-on-danger hover:opacity-90',
};

// The sizes; all are at least 44 px high on screens under 768 px, for fingers.
const sizes: Record<ButtonSize, string> = {
  small: 'h-11 rounded-s px-3 text-sm md:h-8 md:px-2.5',
  medium: 'h-11 rounded-m px-4 text-base md:h-10',
  large: 'h-13 rounded-m px-6 text-lg',
};

/** The classes of links that look like buttons; for everything else, use `Button`. */
export function buttonClasses(variant: ButtonVariant, size: ButtonSize): string {
  return classNames(
    'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap font-semibold transition-colors duration-150',
    // aria-disabled is for a button that keeps the focus while it is busy or explains why it is not ready.
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
    '[&_svg]:size-4 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
  );
}

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: LucideIcon;
  /**
   * Shows a spinner and ignores presses while the button's work is running. The button is not `disabled`, because that
   * would take the focus away and keyboard users would lose their position.
   */
  pending?: boolean;
}

export function Button({
  variant = 'secondary',
  size = 'medium',
  icon: Icon,
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
        // Enter in a field submits the form through this click, too.
        if (pending) event.preventDefault();
        else onClick?.(event);
      }}
      onKeyDown={(event) => {
        ignoreHeldEnter(event);
        onKeyDown?.(event);
      }}
    >
      {pending ? (
        <span
          aria-hidden
          className="size-4 shrink-0 animate-spin rounded-full border-2 border-current border-t-transparent"
        />
      ) : (
        Icon && <Icon aria-hidden />
      )}
      {children}
    </button>
  );
}

/**
 * Ignores the key repeats of a held Enter key. They would press the button again as soon as its work is
 * done, when it may have another function, or submit the form of a dialog that has just opened.
 */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}
