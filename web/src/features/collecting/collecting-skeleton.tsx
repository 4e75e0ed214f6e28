import { contactFields } from '@drawbridge/contract/contact';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Placeholders for the event, the form and the first leads. */
export function CollectingSkeleton() {
  return (
    <div role="status" aria-label="Loading your events" className="flex flex-col gap-4">
      <Card className="flex flex-col gap-3 p-4 md:px-6">
        <Skeleton className="h-7 w-2/3" />
        <Skeleton className="h-5 w-1/2" />
      </Card>
      <Card className="flex flex-col gap-5 p-4 md:p-6">
        <Skeleton className="h-6 w-40" />
        {contactFields.map((field) => (
          <Skeleton key={field} className="h-11 w-full" />
        ))}
        <Skeleton className="h-12 w-full" />
      </Card>
    </div>
  );
}
