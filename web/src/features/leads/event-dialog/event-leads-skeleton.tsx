import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** The four tiles and the first rows. */
export function EventLeadsSkeleton() {
  return (
    <>
      <div className="grid grid-cols-2 gap-2 md:grid-cols-4 md:gap-3">
        {['total', 'verified', 'promoted', 'pending'].map((tile) => (
          <Skeleton key={tile} className="h-11 rounded-m md:h-18" />
        ))}
      </div>
      <ListSkeleton label="Loading leads" />
    </>
  );
}
