import { CloudOff, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { sentenceOf } from '../lib/api/api-client.ts';
import type { Reads } from '../lib/queries/use-read.ts';
import { t } from '../lib/texts/texts.ts';
import { Button } from './button.tsx';

export interface EmptyStateProps {
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

interface LoadFailureProps {
  /** The data that could not be loaded, in the administration: 'volunteers'. */
  what?: string;
  /** Replaces the title 'Could not load volunteers'. */
  title?: string;
  error: unknown;
  onRetry: () => void;
}

/** Shown instead of a list that could not be loaded. */
export function LoadFailure({ what, title, error, onRetry }: LoadFailureProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={CloudOff}
        title={title ?? `Could not load ${what}`}
        help={sentenceOf(error)}
        action={<Button onClick={onRetry}>{t('visitor.tryAgain')}</Button>}
      />
    </div>
  );
}

/** Shown beside data that could not be refreshed and may be out of date. */
export function NotRefreshed({ reads }: { reads: Reads }) {
  if (!reads.outdated) return null;
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 text-sm">
      <CloudOff aria-hidden className="size-4 shrink-0" />
      <p>{t('workspace.notRefreshed')}</p>
      <Button size="small" pending={reads.reading} onClick={reads.retry}>
        {t('visitor.tryAgain')}
      </Button>
    </div>
  );
}
