import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';

interface MenuItem {
  label: string;
  hint?: string;
  onSelect: () => void;
}

interface MenuProps {
  items: readonly MenuItem[];
  /** The button that opens the menu. */
  children: ReactNode;
}

/** A button that opens a list of actions. */
export function Menu({ items, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={12}
          className="z-50 min-w-56 max-w-[calc(100vw-2rem)] animate-appear rounded-m border border-line bg-card p-1 text-ink shadow-float"
        >
          {items.map(({ label, hint, onSelect }) => (
            <DropdownMenu.Item
              key={label}
              onSelect={onSelect}
              className="flex min-h-11 cursor-default flex-col justify-center rounded-s px-3 py-1.5 outline-none data-highlighted:bg-mute-soft"
            >
              <span className="font-medium">{label}</span>
              {hint && <span className="text-ink-2 text-sm">{hint}</span>}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
