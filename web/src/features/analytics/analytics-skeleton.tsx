import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Placeholders for the figures, the chart and the panels. */
export function AnalyticsSkeleton() {
  return (
    <div role="status" aria-label="Loading analytics" className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3 md:gap-4 xl:grid-cols-4">
        {['events', 'leads', 'revenue', 'roa'].map((figure) => (
          <Card key={figure} className="flex flex-col gap-3 px-4.5 py-4">
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-8 w-32 max-w-full" />
          </Card>
        ))}
      </div>
      <Card className="p-5">
        <Skeleton className="h-56 w-full" />
      </Card>
      <div className="grid gap-4 lg:grid-cols-3">
        {['status', 'source', 'events'].map((panel) => (
          <Card key={panel} className="p-5">
            <Skeleton className="h-36 w-full" />
          </Card>
        ))}
      </div>
    </div>
  );
}
