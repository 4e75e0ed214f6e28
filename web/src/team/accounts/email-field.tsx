import { useIsLimited } from '../../lib/api/session.ts';
import { useHasAddresses } from '../../lib/queries/ways.ts';
import { SchemaField } from '../../ui/fields/schema-field.tsx';

/** Where mail reaches the account, as `email`; shown where the server uses it, to whoever may set it. */
export function EmailField() {
  const [used, limited] = [useHasAddresses(), useIsLimited()];
  return used && !limited ? <SchemaField name="email" /> : null;
}
