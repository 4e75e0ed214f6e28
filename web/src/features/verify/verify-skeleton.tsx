import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Placeholders for the winners, the verdict and the first records. */
export function VerifySkeleton() {
  return (
    <div role="status" aria-label="Loading the draws" className="flex min-h-screen flex-col gap-6">
      <Card className="flex flex-col gap-5 p-5 md:p-7">
        <Skeleton className="h-7 w-40" />
        <Skeleton className="h-12 w-3/4" />
        <Skeleton className="h-12 w-2/3" />
      </Card>
      <div className="flex flex-col items-center gap-5 pt-6 pb-2">
        <Skeleton className="size-18 rounded-full" />
        <Skeleton className="h-9 w-72 max-w-full" />
        <Skeleton className="h-5 w-96 max-w-full" />
      </div>
      {['first', 'second'].map((draw) => (
        <Card key={draw} className="flex gap-6 p-5">
          <Skeleton className="size-12 shrink-0" />
          <div className="flex flex-1 flex-col gap-3">
            <Skeleton className="h-6 w-1/2" />
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-4 w-1/3" />
          </div>
        </Card>
      ))}
    </div>
  );
}
