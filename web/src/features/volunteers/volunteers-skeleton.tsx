import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Three placeholder cards. */
export function VolunteersSkeleton() {
  return (
    <div role="status" aria-label="Loading volunteers" className="flex flex-col gap-4">
      {['first', 'second', 'third'].map((key) => (
        <Card key={key} className="flex flex-col gap-5 p-4 md:p-5">
          <div className="flex gap-3.5">
            <Skeleton className="size-9 rounded-full" />
            <div className="flex flex-col gap-2.5">
              <Skeleton className="h-5 w-40" />
              <Skeleton className="h-6 w-56 max-w-full" />
            </div>
          </div>
          <Skeleton className="h-11 w-full" />
        </Card>
      ))}
    </div>
  );
}
