import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { currentDirection } from '../lib/texts/texts.ts';

interface TabsProps {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  tabs: readonly { value: string; label: string; content: ReactNode }[];
}

export function Tabs({ label, value, onValueChange, tabs }: TabsProps) {
  return (
    <Radix.Root
      dir={currentDirection()}
      value={value}
      onValueChange={onValueChange}
      className="flex min-h-0 flex-col gap-5"
    >
      <Radix.List
        aria-label={label}
        className="grid auto-cols-fr grid-flow-col gap-1 rounded-m bg-sunk p-1"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="min-h-11 rounded-s px-2 font-semibold text-ink-2 text-sm transition-colors duration-150 hover:text-ink data-[state=active]:bg-chosen data-[state=active]:text-ink data-[state=active]:shadow-lift md:min-h-9"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="min-h-0 rounded-s">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
