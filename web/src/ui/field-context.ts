import { createContext, useContext } from 'react';

interface FieldAria {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

export const FieldContext = createContext<FieldAria | undefined>(undefined);

/** What ties a control to the label, hint and error of the field around it; nothing outside of one. */
export function useFieldAria(): Partial<FieldAria> {
  return useContext(FieldContext) ?? {};
}
