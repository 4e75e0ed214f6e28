import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon?: LucideIcon;
  title: string;
  help?: string;
  /** The button for the first step. */
  action?: ReactNode;
}

export function EmptyState({ icon: Icon, title, help, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      {Icon && (
        <span className="mb-4 flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
          <Icon aria-hidden className="size-5.5" />
        </span>
      )}
      <h2 className="text-xl">{title}</h2>
      {help && <p className="mt-1 max-w-sm text-pretty text-ink-2">{help}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
