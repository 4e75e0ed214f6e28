import { useQuery } from '@tanstack/react-query';
import { reading } from './query-client.ts';

/** The server answers it with the log-in page. */
export const waysQuery = { ...reading('/api/auth/ways'), staleTime: Number.POSITIVE_INFINITY };

/** Whether the server sends mail; without it, no screen mentions any. */
export function useMailOn(): boolean {
  return useQuery(waysQuery).data?.mail ?? false;
}

/** Whether accounts have addresses: for mail, and for single sign-on to know people by. */
export function useHasAddresses(): boolean {
  const { data: ways } = useQuery(waysQuery);
  return Boolean(ways?.mail || ways?.signOn);
}
