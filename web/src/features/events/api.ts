import type { AdminEvent } from '@drawbridge/contract/events';
import { queryOptions } from '@tanstack/react-query';

export const eventsQuery = queryOptions<AdminEvent[]>({ queryKey: ['/api/events'] });
