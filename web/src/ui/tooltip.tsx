import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { tooltipClasses } from './tooltip-classes.ts';

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
