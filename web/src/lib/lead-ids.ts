import { newId } from './new-id.ts';

/**
 * Gives everything distinct that is sent its own id, the same one each time. The server makes one lead
 * per id: who presses again after an answer got lost is not entered twice, and who corrects a typo is
 * no repeat.
 */
export function createLeadIds(): (...contents: (string | null)[]) => string {
  const ids = new Map<string, string>();
  return (...contents) => {
    const key = JSON.stringify(contents);
    const id = ids.get(key) ?? newId();
    ids.set(key, id);
    return id;
  };
}
