import { questionNames } from '@drawbridge/contract/lead-values';
import type { AdminQuestion } from '@drawbridge/contract/questions/schemas';
import { Columns3 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { readStored, writeStored } from '../../../lib/storage.ts';
import { PHONE, useMediaQuery } from '../../../lib/use-media-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';

/** A column that can be chosen: the answers to a question, or one of the list's own. */
export interface LeadColumn {
  key: string;
  title: string;
  /** The least width, in pixels, at which its texts can be read. */
  width: number;
  question?: AdminQuestion;
}

const own: LeadColumn[] = [
  { key: 'event', title: 'Event', width: 128 },
  { key: 'source', title: 'Source', width: 84 },
  { key: 'added-by', title: 'Added By', width: 104 },
  { key: 'submitted', title: 'Submitted', width: 108 },
];
export const OWN_COLUMNS = own.length;
const ANSWER_WIDTH = 160;

const KEY = 'lead-columns';

/** What was chosen otherwise than at first, by the columns' keys. */
type Choices = Record<string, boolean>;

function readChoices(): Choices {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '{}');
    return typeof stored === 'object' ? { ...stored } : {};
  } catch {
    return {};
  }
}

/**
 * The columns of the list, which this browser remembers. At first they are the list's own; beside answers, the name of
 * the event that was chosen gives way.
 */
export function useLeadColumns(questions: readonly AdminQuestion[]) {
  const [choices, setChoices] = useState(readChoices);
  const all = useMemo((): LeadColumn[] => {
    const names = questionNames(questions);
    const answers = questions.map((question) => ({
      key: question.id,
      title: names.get(question.id) ?? '',
      width: ANSWER_WIDTH,
      question,
    }));
    return [...own, ...answers];
  }, [questions]);
  const columns = useMemo(() => {
    const withAnswers = all.some(({ key, question }) => question && choices[key]);
    const atFirst = ({ key, question }: LeadColumn) =>
      !question && !(key === 'event' && withAnswers);
    const chosen = all.filter((column) => choices[column.key] ?? atFirst(column));
    // Answers come first, so that they are in sight.
    return chosen.toSorted((one, other) => Number(!one.question) - Number(!other.question));
  }, [all, choices]);
  function toggle(key: string) {
    const next = { ...choices, [key]: !columns.some((column) => column.key === key) };
    setChoices(next);
    writeStored(KEY, JSON.stringify(next));
  }
  return { all, columns, toggle };
}

/** Where columns are chosen. Cards on a phone always have what the list's own columns show. */
export function ColumnsMenu({ all, columns, toggle }: ReturnType<typeof useLeadColumns>) {
  const phone = useMediaQuery(PHONE);
  const offered = phone ? all.filter(({ question }) => question) : all;
  if (offered.length === 0) return null;
  return (
    <Menu
      items={offered.map((column) => ({
        key: column.key,
        label: column.title,
        checked: columns.includes(column),
        onSelect: () => toggle(column.key),
      }))}
    >
      <Button size="small" variant="quiet" aria-label="Columns">
        <Columns3 aria-hidden />
        <span className="max-sm:hidden">Columns</span>
      </Button>
    </Menu>
  );
}
