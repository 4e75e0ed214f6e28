/** Adds a full stop if the sentence has none, so that another sentence can follow. */
export function endSentence(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
