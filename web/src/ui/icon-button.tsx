import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import { TOOLTIP } from './tooltip.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  icon: LucideIcon;
  /** The button's name, for screen readers and as its tooltip. */
  label: string;
  danger?: boolean;
  /** Ignores presses but keeps the focus while the button's work is running, as our `Button` does. */
  pending?: boolean;
}

const shape =
  'inline-flex size-11 shrink-0 items-center justify-center rounded-m transition-colors duration-150 md:size-9';
const quiet = 'text-ink-2 hover:bg-mute-soft hover:text-ink';

/** The classes of links that look like icon buttons. */
export const iconButtonClasses = `${shape} ${quiet}`;

export function IconButton({
  icon: Icon,
  label,
  danger,
  pending = false,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...{ [TOOLTIP]: label }}
      className={classNames(
        shape,
        'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
        danger ? 'text-danger hover:bg-danger-soft' : quiet,
        className,
      )}
      {...rest}
      aria-busy={pending || undefined}
      aria-disabled={pending || rest['aria-disabled']}
      onClick={(event) => {
        if (!pending) onClick?.(event);
      }}
    >
      <Icon aria-hidden className="size-4.5" />
    </button>
  );
}
