/**
 * Marks an English sentence, or a table of them, that organisers see in their language: it is translated where it is
 * shown (`web/src/lib/texts/say.ts`).
 */
export const english = <const Sentences>(sentences: Sentences): Sentences => sentences;
