import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { useKeepFocus } from '../../ui/fields/focus.ts';

interface SettingsSectionProps {
  title: string;
  help: string;
  /** A badge or a button beside the title. */
  aside?: ReactNode;
  children: ReactNode;
}

export function SettingsSection({ title, help, aside, children }: SettingsSectionProps) {
  return (
    <Card ref={useKeepFocus()} aria-label={title} className="flex flex-col gap-5 p-4 md:p-6">
      <div>
        <div className="flex min-h-8 items-center justify-between gap-4">
          <h2 tabIndex={-1} className="text-xl">
            {title}
          </h2>
          {aside}
        </div>
        <p className="mt-0.5 max-w-prose text-pretty text-ink-2 text-sm">{help}</p>
      </div>
      {children}
    </Card>
  );
}
