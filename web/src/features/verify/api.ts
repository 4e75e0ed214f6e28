import type { PublicEvent } from '@drawbridge/contract/events';
import { queryOptions } from '@tanstack/react-query';

export const eventQuery = (eventId: string) =>
  queryOptions<PublicEvent>({ queryKey: [`/api/events/${encodeURIComponent(eventId)}`] });
