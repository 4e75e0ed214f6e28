/** How wide a text is at a font size of 1; text grows in proportion. */
export type Measure = (text: string) => number;

export interface WordmarkLayout {
  lines: string[];
  fontSize: number;
}

const MAX_LINES = 3;

/** Breaks a name into lines so that it gets the largest font that fits the width and height. */
export function layOutWordmark(
  name: string,
  measure: Measure,
  { width, height, lineHeight }: { width: number; height: number; lineHeight: number },
): WordmarkLayout {
  const words = name.split(/\s+/).filter(Boolean);
  const layouts = Array.from({ length: Math.min(MAX_LINES, words.length) }, (_, index) => {
    const lines = breakInto(index + 1, words, measure);
    const widest = Math.max(...lines.map(measure));
    return {
      lines,
      fontSize: Math.min(width / widest, height / (lines.length * lineHeight)),
    };
  });
  return layouts.reduce((best, next) => (next.fontSize > best.fontSize ? next : best), {
    lines: [name],
    fontSize: 0,
  });
}

/** Breaks the words so that the widest line is as short as possible. */
function breakInto(count: number, words: string[], measure: Measure): string[] {
  if (count === 1) return [words.join(' ')];
  const widest = (lines: string[]) => Math.max(...lines.map(measure));
  return words
    .slice(0, words.length - count + 1)
    .map((_, index) => [
      words.slice(0, index + 1).join(' '),
      ...breakInto(count - 1, words.slice(index + 1), measure),
    ])
    .reduce((best, next) => (widest(next) < widest(best) ? next : best));
}
