import { newId } from '../../lib/new-id.ts';
import type { Entry } from './entry.ts';

/**
 * Gives every distinct entry its own id, the same one each time. The server makes one lead per id: who
 * presses again after an answer got lost is not entered twice, and who corrects a typo is no repeat.
 */
export function createEntryIds(): (entry: Entry) => string {
  const ids = new Map<string, string>();
  return ({ name, phone, email }) => {
    const contents = JSON.stringify([name, phone, email]);
    const id = ids.get(contents) ?? newId();
    ids.set(contents, id);
    return id;
  };
}
