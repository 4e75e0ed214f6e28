import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import { Tooltip } from './tooltip.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  icon: LucideIcon;
  /** The button's name, for screen readers and as its tooltip. */
  label: string;
  danger?: boolean;
  /** Uses the browser's own tooltip, which is cheaper in the rows of a long list. */
  inLongList?: boolean;
}

export function IconButton({
  icon: Icon,
  label,
  danger,
  inLongList = false,
  className,
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      type="button"
      aria-label={label}
      title={inLongList ? label : undefined}
      className={classNames(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-m transition-colors duration-150 md:size-9',
        'disabled:cursor-not-allowed disabled:opacity-55',
        danger
          ? 'text-danger hover:bg-danger-soft'
          : 'text-ink-2 hover:bg-mute-soft hover:text-ink',
        className,
      )}
      {...rest}
    >
      <Icon aria-hidden className="size-4.5" />
    </button>
  );
  return inLongList ? button : <Tooltip text={label}>{button}</Tooltip>;
}
