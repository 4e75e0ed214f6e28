import { HANDBOOK_INDEX, type HandbookSection } from '@drawbridge/contract/core/pages';
import { useQuery } from '@tanstack/react-query';
import { say } from '../../lib/texts/say.ts';

const MAX_RESULTS = 12;

/** The sections of the handbook that match the typed words. */
export function FoundSections({ typed }: { typed: string }) {
  const index = useQuery<HandbookSection[]>({ queryKey: [HANDBOOK_INDEX] });
  const words = searchedWords(typed);
  const sections = index.data && findSections(index.data, words);

  return (
    <div>
      <p role="status" className="text-ink-2 text-sm">
        {sections
          ? sections.length > MAX_RESULTS
            ? say('{count} sections found, the best {shown} shown', {
                count: sections.length,
                shown: MAX_RESULTS,
              })
            : say('{count} section found', '{count} sections found', { count: sections.length })
          : index.error
            ? say('The search needs the network. The answers below do not.')
            : say('Searching…')}
      </p>
      <ol className="divide-y divide-line">
        {sections?.slice(0, MAX_RESULTS).map(({ url, chapter, title, text }) => (
          <li key={url} className="py-3">
            <a href={url} className="font-semibold text-accent-ink underline underline-offset-2">
              {title}
            </a>
            <span className="text-ink-2 text-sm"> · {chapter}</span>
            <p className="break-words text-sm">{excerpt(text, words)}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Synonyms: typed words, and the handbook's word for the same. */
const synonyms: Record<string, string> = { wifi: 'network', 'wi-fi': 'network', wlan: 'network' };

/** The typed words without their endings, because a search for 'handed over' also means 'hand over'. */
export function searchedWords(typed: string): string[] {
  const words = typed.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? [];
  return words.map((word) => synonyms[word] ?? word.replace(/(\w{3})(?:ed|ing|s)$/, '$1'));
}

/** The sections with the highest number of the words, sorted by the number of words in the title. */
export function findSections(sections: readonly HandbookSection[], words: readonly string[]) {
  const ranked = sections.map((section) => ({
    section,
    found: countIn(`${section.title} ${section.text}`, words),
    inTitle: countIn(section.title, words),
  }));
  const highest = Math.max(1, ...ranked.map(({ found }) => found));
  return ranked
    .filter(({ found }) => found === highest)
    .sort((one, other) => other.inTitle - one.inTitle)
    .map(({ section }) => section);
}

/** The number of words that begin a word of the text. */
function countIn(text: string, words: readonly string[]): number {
  const spaced = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}_-]+/gu, ' ')}`;
  return words.filter((word) => spaced.includes(` ${word}`)).length;
}

/** The text around the first match. */
function excerpt(text: string, words: readonly string[]): string {
  const positions = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  const from = text.lastIndexOf(' ', Math.max(0, Math.min(...positions) - 60)) + 1;
  const end = text.indexOf(' ', from + 200);
  return `${from > 0 ? '… ' : ''}${text.slice(from, end < 0 ? undefined : end)}${end < 0 ? '' : ' …'}`;
}
