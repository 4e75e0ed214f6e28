import { createContext, useContext } from 'react';

interface FieldAria {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

export const FieldContext = createContext<FieldAria | undefined>(undefined);

/** Connects a control to the label, hint and error of its field; undefined outside a field. */
export function useFieldAria(): Partial<FieldAria> {
  return useContext(FieldContext) ?? {};
}
