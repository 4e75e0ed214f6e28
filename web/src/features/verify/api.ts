import { reading } from '../../lib/query-client.ts';

export const eventQuery = (eventId: string) =>
  reading('/api/events/:eventId', { params: { eventId } });
