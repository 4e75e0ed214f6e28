import { useQuery } from '@tanstack/react-query';
import { addressQuery } from '../api.ts';

/** The origin of the public pages; undefined until the server has said whether one is set. */
export function usePublicOrigin(): string | undefined {
  const { data, isError } = useQuery(addressQuery);
  if (isError) return location.origin;
  return data && (data.publicUrl ?? location.origin);
}
