import { CloudOff, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { sentenceOf } from '../lib/api/api-client.ts';
import { type Query, type Reads, readsOf } from '../lib/queries/use-read.ts';
import { t } from '../lib/texts/texts.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { ListSkeleton } from './skeleton.tsx';

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

interface LoadFailureProps {
  /** 'Could not load volunteers' */
  title: string;
  error: unknown;
  onRetry: () => void;
}

/** Shown instead of a list that could not be loaded. */
export function LoadFailure({ title, error, onRetry }: LoadFailureProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={CloudOff}
        title={title}
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

type Results<Reads> = {
  [Index in keyof Reads]: Reads[Index] extends { data: infer Data }
    ? Exclude<Data, undefined>
    : never;
};

interface ResourceProps<Reads extends readonly Query[]> {
  /** All queries that the screen needs. */
  reads: readonly [...Reads];
  /** 'Loading volunteers' and 'Could not load volunteers' */
  what: { loading: string; failed: string };
  /** The empty state, shown instead of the children if the first response is an empty list. */
  empty?: EmptyStateProps | undefined;
  /** The placeholder while it is loading, instead of three rows. */
  skeleton?: ReactNode;
  /** Puts a failure and the empty state into a card, for a page. Dialogs and sections have their own frame. */
  card?: boolean;
  children: (...answers: Results<Reads>) => ReactNode;
}

/** Renders the loading, error, stale and empty states of queries, otherwise its children. */
export function Resource<const Reads extends readonly Query[]>(props: ResourceProps<Reads>) {
  const { reads: queries, what, empty, skeleton, card = false, children } = props;
  const reads = readsOf(...queries);
  const framed = (content: ReactNode) => (card ? <Card>{content}</Card> : content);
  const answers = queries.map(({ data }) => data);
  const [first] = answers;

  if (reads.failure) {
    const { error } = reads.failure;
    return framed(<LoadFailure title={what.failed} error={error} onRetry={reads.retry} />);
  }
  if (answers.includes(undefined)) return skeleton ?? <ListSkeleton label={what.loading} />;
  return (
    <>
      <NotRefreshed reads={reads} />
      {empty && Array.isArray(first) && first.length === 0
        ? framed(<EmptyState {...empty} />)
        : children(...(answers as unknown as Results<Reads>))}
    </>
  );
}
