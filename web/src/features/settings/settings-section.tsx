import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';

interface SettingsSectionProps {
  title: string;
  help: string;
  /** Beside the title: a badge or a button. */
  aside?: ReactNode;
  children: ReactNode;
}

export function SettingsSection({ title, help, aside, children }: SettingsSectionProps) {
  return (
    <Card aria-label={title} className="flex flex-col gap-5 p-4 md:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="text-xl">{title}</h2>
          <p className="mt-0.5 max-w-prose text-pretty text-ink-2 text-sm">{help}</p>
        </div>
        {aside}
      </div>
      {children}
    </Card>
  );
}
