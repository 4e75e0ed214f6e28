import { typedLeadFormPath } from '@drawbridge/contract/core/pages';
import { useQuery } from '@tanstack/react-query';
import { publicShapes } from '../../lib/api/public-shapes.ts';
import { apiQuery } from '../../lib/queries/query-client.ts';

const addressQuery = apiQuery('/api/address', { shape: publicShapes.address });

/** The country of the first event, which the operator may have set. */
export function useDefaultCountry(): string | undefined {
  return useQuery(addressQuery).data?.country;
}

/**
 * The origin of the public pages: the address that the operator has set, or else this page's own, because a venue may
 * reach the server under a name that exists only in its network. Undefined until the server has reported whether one is
 * set.
 */
export function usePublicOrigin(): string | undefined {
  const { data, isError } = useQuery(addressQuery);
  if (isError) return location.origin;
  return data && (data.publicUrl ?? location.origin);
}

/** The lead form's address as people type it. */
export function typedAddress(shortCode: string, origin: string): string {
  return (origin + typedLeadFormPath(shortCode)).replace(/^https?:\/\//, '');
}
