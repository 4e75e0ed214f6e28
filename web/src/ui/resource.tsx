import type { ReactNode } from 'react';
import { type Query, readsOf } from '../lib/queries/use-read.ts';
import { Card } from './card.tsx';
import { EmptyState, type EmptyStateProps, LoadFailure, NotRefreshed } from './empty-state.tsx';
import { ListSkeleton } from './skeleton.tsx';

type Results<Reads> = {
  [Index in keyof Reads]: Reads[Index] extends { data: infer Data }
    ? Exclude<Data, undefined>
    : never;
};

interface ResourceProps<Reads extends readonly Query[]> {
  /** All queries that the screen needs. */
  reads: readonly [...Reads];
  /** The name of the data: 'volunteers'. Translated screens give both sentences. */
  what: string | { loading: string; failed: string };
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
  const words =
    typeof what === 'string'
      ? { loading: `Loading ${what}`, failed: `Could not load ${what}` }
      : what;
  const framed = (content: ReactNode) => (card ? <Card>{content}</Card> : content);
  const answers = queries.map(({ data }) => data);
  const [first] = answers;

  if (reads.failure) {
    const { error } = reads.failure;
    return framed(<LoadFailure title={words.failed} error={error} onRetry={reads.retry} />);
  }
  if (answers.includes(undefined)) return skeleton ?? <ListSkeleton label={words.loading} />;
  return (
    <>
      <NotRefreshed reads={reads} />
      {empty && Array.isArray(first) && first.length === 0
        ? framed(<EmptyState {...empty} />)
        : children(...(answers as unknown as Results<Reads>))}
    </>
  );
}
