import type { ReactNode } from 'react';
import { type Query, readsOf } from '../lib/use-read.ts';
import { Card } from './card.tsx';
import { EmptyState, type EmptyStateProps, LoadFailure, NotRefreshed } from './empty-state.tsx';
import { ListSkeleton } from './skeleton.tsx';

type Answers<Reads> = {
  [Place in keyof Reads]: Reads[Place] extends { data: infer Data }
    ? Exclude<Data, undefined>
    : never;
};

interface ResourceProps<Reads extends readonly Query[]> {
  /** The queries that the screen needs, all of them. */
  reads: readonly [...Reads];
  /** What is read: 'volunteers'. Screens that are translated say both sentences. */
  what: string | { loading: string; failed: string };
  /** Shown instead of the children if the first answer is an empty list. */
  empty?: EmptyStateProps | undefined;
  /** What is shown while it is loading, instead of three rows. */
  skeleton?: ReactNode;
  /** For a page: puts a failure and the empty state into a card. Dialogs and sections have their own frame. */
  card?: boolean;
  children: (...answers: Answers<Reads>) => ReactNode;
}

/** What is read from the server: that it is loading, has failed, is old or empty, or else the children. */
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
        : children(...(answers as unknown as Answers<Reads>))}
    </>
  );
}
