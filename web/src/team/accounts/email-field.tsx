import { useIsLimited } from '../../lib/api/session.ts';
import { useHasAddresses } from '../../lib/queries/login-methods.ts';
import { SchemaField } from '../../ui/fields/schema-field.tsx';

/** The account's e-mail address, as `email`; shown if the server uses addresses and the user may set them. */
export function EmailField() {
  const [used, limited] = [useHasAddresses(), useIsLimited()];
  return used && !limited ? <SchemaField name="email" /> : null;
}
