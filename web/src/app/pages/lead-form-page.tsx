import { PRODUCT_NAME } from '@drawbridge/contract/product';

export function LeadFormPage({ eventId }: { eventId: string }) {
  return (
    <main data-event={eventId}>
      <h1>{PRODUCT_NAME}</h1>
    </main>
  );
}
