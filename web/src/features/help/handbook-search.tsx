import { HANDBOOK_INDEX, type HandbookSection } from '@drawbridge/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countOf } from '../../lib/formats.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/field.tsx';

const SHOWN = 12;

/** The handbook's chapters, and a search in all of them. Their texts are loaded when somebody begins to search. */
export function HandbookSearch({ chapters }: { chapters: [label: string, to: string][] }) {
  const [typed, setTyped] = useState('');
  const words = typed.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? [];
  const index = useQuery<HandbookSection[]>({
    queryKey: [HANDBOOK_INDEX],
    enabled: words.length > 0,
  });
  const found = index.data && findSections(index.data, words);

  return (
    <Card aria-label="Handbook" className="flex flex-col gap-4 p-5 md:p-7">
      <Field label="Search the handbook">
        <Input
          type="search"
          value={typed}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      {words.length === 0 ? (
        <nav aria-label="Chapters" className="flex flex-wrap gap-2">
          {chapters.map(([label, to]) => (
            // The handbook's pages are outside the app.
            <a key={to} href={to} className={buttonClasses('secondary', 'small')}>
              {label}
            </a>
          ))}
        </nav>
      ) : (
        <div>
          <p role="status" className="text-ink-2 text-sm">
            {found
              ? `${countOf(found.length, 'section')} found${found.length > SHOWN ? `, the best ${SHOWN} shown` : ''}`
              : index.error
                ? 'The search needs the network. The answers below do not.'
                : 'Searching…'}
          </p>
          <ol className="divide-y divide-line">
            {found?.slice(0, SHOWN).map(({ url, chapter, title, text }) => (
              <li key={url} className="py-3">
                <a
                  href={url}
                  className="font-semibold text-accent-ink underline underline-offset-2"
                >
                  {title}
                </a>
                <span className="text-ink-2 text-sm"> · {chapter}</span>
                <p className="text-pretty text-sm">{excerpt(text, words)}</p>
              </li>
            ))}
          </ol>
        </div>
      )}
    </Card>
  );
}

/** The sections with all words, those with more of them in the title first. */
function findSections(sections: readonly HandbookSection[], words: readonly string[]) {
  const inTitle = ({ title }: HandbookSection) =>
    words.filter((word) => title.toLowerCase().includes(word)).length;
  return sections
    .filter((section) => {
      const all = `${section.title} ${section.text}`.toLowerCase();
      return words.every((word) => all.includes(word));
    })
    .sort((one, other) => inTitle(other) - inTitle(one));
}

/** The words around the first of those that were searched for. */
function excerpt(text: string, words: readonly string[]): string {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  const from = text.lastIndexOf(' ', Math.max(0, Math.min(...places) - 60)) + 1;
  const end = text.indexOf(' ', from + 200);
  return `${from > 0 ? '… ' : ''}${text.slice(from, end < 0 ? undefined : end)}${end < 0 ? '' : ' …'}`;
}
