/** With its full stop, for where another sentence follows: not all of the server's have one. */
export function endSentence(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
