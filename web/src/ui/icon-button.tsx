import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import { TOOLTIP, Tooltip } from './tooltip.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  icon: LucideIcon;
  /** The button's name, for screen readers and as its tooltip. */
  label: string;
  danger?: boolean;
  /** While its work is running it cannot be pressed again, but keeps the focus, as our `Button` does. */
  pending?: boolean;
  /** Leaves the tooltip to the `SharedTooltip`, which is cheaper in the rows of a long list. */
  inLongList?: boolean;
}

export function IconButton({
  icon: Icon,
  label,
  danger,
  pending = false,
  inLongList = false,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      type="button"
      aria-label={label}
      {...(inLongList && { [TOOLTIP]: label })}
      className={classNames(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-m transition-colors duration-150 md:size-9',
        'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
        danger
          ? 'text-danger hover:bg-danger-soft'
          : 'text-ink-2 hover:bg-mute-soft hover:text-ink',
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
  return inLongList ? button : <Tooltip text={label}>{button}</Tooltip>;
}
