import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface TooltipProps {
  text: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** One focusable element. */
  children: ReactNode;
}

/** Shows the name of an icon. The delays, 700 and 300 ms, are Radix's defaults. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content side={side} sideOffset={6} className={tooltipClasses}>
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The attribute with the text of a `SharedTooltip`, for elements that are too many to have a `Tooltip` each. */
export const TOOLTIP = 'data-tooltip';

export const tooltipClasses =
  'z-60 max-w-64 animate-appear rounded-s bg-ink px-2.5 py-1.5 text-paper text-xs shadow-float';
