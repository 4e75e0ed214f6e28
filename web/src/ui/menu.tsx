import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { Fragment, type ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import { currentDirection } from '../lib/texts/texts.ts';

interface MenuItem {
  /** The item's key, if several items may have the same label. */
  key?: string;
  label: string;
  /** The heading above the item; items of one group follow each other. */
  group?: string;
  hint?: string;
  /** Makes the item a toggle; choosing it leaves the menu open. */
  checked?: boolean;
  onSelect: () => void;
}

interface MenuProps {
  items: readonly MenuItem[];
  children: ReactNode;
}

const itemClasses =
  'flex min-h-11 cursor-default flex-col justify-center break-words rounded-s px-3 py-1.5 outline-none data-highlighted:bg-mute-soft md:min-h-9';

export function Menu({ items, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} dir={currentDirection()}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={12}
          // The element that took the focus when an item was chosen keeps it.
          onCloseAutoFocus={(event) => {
            if (document.activeElement?.closest('main')) event.preventDefault();
          }}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-56 max-w-[min(24rem,calc(100vw-2rem))] animate-appear overflow-y-auto rounded-m border border-line bg-card p-1 text-ink shadow-float"
        >
          {items.map((item, index) => (
            <Fragment key={item.key ?? item.label}>
              {item.group && item.group !== items[index - 1]?.group && (
                <DropdownMenu.Label className="break-words px-3 pt-3 pb-1 font-semibold text-ink-2 text-sm">
                  {item.group}
                </DropdownMenu.Label>
              )}
              <Item {...item} />
            </Fragment>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Item({ label, hint, checked, onSelect }: MenuItem) {
  if (checked === undefined) {
    return (
      <DropdownMenu.Item onSelect={onSelect} className={itemClasses}>
        <span className="font-medium">{label}</span>
        {hint && <span className="text-ink-2 text-sm">{hint}</span>}
      </DropdownMenu.Item>
    );
  }
  return (
    <DropdownMenu.CheckboxItem
      checked={checked}
      onSelect={(event) => {
        event.preventDefault();
        onSelect();
      }}
      className={classNames(itemClasses, 'relative pe-10')}
    >
      {label}
      <DropdownMenu.ItemIndicator className="absolute end-3">
        <Check aria-hidden className="size-4 text-accent-ink" />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.CheckboxItem>
  );
}
