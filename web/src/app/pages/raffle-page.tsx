import { PRODUCT_NAME } from '@drawbridge/contract/product';

export function RafflePage({ eventId }: { eventId: string }) {
  return (
    // The stage is dark in both themes.
    <main data-event={eventId} className="dark min-h-dvh bg-paper text-ink">
      <h1>{PRODUCT_NAME}</h1>
    </main>
  );
}
