import { useQuery } from '@tanstack/react-query';
import { apiQuery } from './query-client.ts';

/** The login methods. The server embeds them in the login page. */
export const loginMethodsQuery = {
  ...apiQuery('/api/auth/login-methods'),
  staleTime: Number.POSITIVE_INFINITY,
};

/** True if the server sends mail; otherwise no screen mentions mail. */
export function useMailOn(): boolean {
  return useQuery(loginMethodsQuery).data?.mail ?? false;
}

/** True if accounts have e-mail addresses: for mail, or for matching users of single sign-on. */
export function useHasAddresses(): boolean {
  const { data: methods } = useQuery(loginMethodsQuery);
  return Boolean(methods?.mail || methods?.signOn);
}
