import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

const stats = ['total', 'verified', 'promoted', 'pending'];
const rows = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** Placeholders for the figures, filters and rows. */
export function LeadsSkeleton() {
  return (
    <div role="status" aria-label="Loading leads" className="flex flex-col gap-3 md:gap-6">
      <div className="grid grid-cols-4 gap-1.5 md:gap-4">
        {stats.map((key) => (
          <Card
            key={key}
            className="flex h-16 flex-col gap-2.5 px-2 py-2 md:h-27 md:px-4.5 md:py-4"
          >
            <Skeleton className="h-4 w-full max-w-20" />
            <Skeleton className="h-6 w-full max-w-24" />
          </Card>
        ))}
      </div>
      <Card className="p-4">
        <Skeleton className="h-6 w-24" />
      </Card>
      <Card className="overflow-clip">
        <div className="h-10 bg-sunk" />
        {rows.map((key) => (
          <div key={key} className="flex h-14 items-center gap-6 border-t px-4">
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-3.5 w-36" />
              <Skeleton className="h-3 w-52 max-w-full" />
            </div>
            <Skeleton className="h-6 w-20 rounded-full" />
          </div>
        ))}
      </Card>
    </div>
  );
}
