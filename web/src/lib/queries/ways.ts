import { useQuery } from '@tanstack/react-query';
import { reading } from './query-client.ts';

/** The ways to log in. The server embeds them in the login page. */
export const waysQuery = { ...reading('/api/auth/ways'), staleTime: Number.POSITIVE_INFINITY };

/** True if the server sends mail; otherwise no screen mentions mail. */
export function useMailOn(): boolean {
  return useQuery(waysQuery).data?.mail ?? false;
}

/** True if accounts have e-mail addresses: for mail, or for matching users of single sign-on. */
export function useHasAddresses(): boolean {
  const { data: ways } = useQuery(waysQuery);
  return Boolean(ways?.mail || ways?.signOn);
}
