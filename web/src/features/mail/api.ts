import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api-client.ts';
import { reading } from '../../lib/query-client.ts';
import { useToastMutation } from '../../lib/use-toast-mutation.ts';

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

export function useMailLogInLink() {
  return useToastMutation({
    send: (volunteerId: string) =>
      api.post('/api/mail/log-in-links/:volunteerId', { params: { volunteerId } }),
    success: ({ to }) => ({
      title: 'Log-in link on its way',
      description: `It goes to ${to} and works once, within a day`,
    }),
    failure: 'No log-in link was sent',
  });
}
