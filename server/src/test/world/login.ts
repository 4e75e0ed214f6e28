import type { ApiResponse, Client } from './client.ts';

export const notSignedIn: ApiResponse['problem'] = [401, 'Please log in to continue'];
export const invalidCredentials: ApiResponse['problem'] = [401, 'Invalid credentials'];

/** Tries to log in, from the given address if the server trusts a proxy. */
export function tryLogIn(
  { anyone }: { anyone: Client },
  username: unknown,
  password: unknown,
  address?: string,
  device?: string,
): Promise<ApiResponse> {
  const headers = address ? { 'x-forwarded-for': address } : undefined;
  return anyone.post('/api/auth/login', { username, password, device }, headers);
}

/** Everything that a client can see of a response, except for values that differ every time. */
export const visibleIn = ({ problem, headers }: ApiResponse) => [
  problem,
  [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id'),
];
