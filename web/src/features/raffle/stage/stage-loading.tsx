import { PRODUCT_NAME } from '@drawbridge/contract/product';
import { Mark } from '../../../ui/mark.tsx';

export function StageLoading() {
  return (
    <main className="stage flex min-h-dvh flex-col items-center justify-center gap-5">
      <title>{`Raffle · ${PRODUCT_NAME}`}</title>
      <Mark className="size-12 animate-pulse text-accent" />
      <div role="status">
        <h1 className="font-medium font-text text-ink-2 text-lg">Loading raffle...</h1>
      </div>
    </main>
  );
}
