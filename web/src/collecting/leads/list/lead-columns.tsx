import { questionNames } from '@drawbridge/contract/collecting/lead-values';
import type { AdminQuestion } from '@drawbridge/contract/events/questions/schemas';
import { english } from '@drawbridge/contract/languages/english';
import { Columns3 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { readStored, writeStored } from '../../../lib/device/storage.ts';
import { PHONE, useMediaQuery } from '../../../lib/device/use-media-query.ts';
import { say } from '../../../lib/texts/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';

/** A column between the contact and the status: one of the list's own, or the answers to a question. */
export interface LeadColumn {
  key: string;
  title: string;
  /** The minimum width in pixels at which its texts can be read. */
  width: number;
  question?: AdminQuestion;
}

export const ownColumns: LeadColumn[] = [
  { key: 'event', title: english('Event'), width: 58 },
  { key: 'source', title: english('Source'), width: 56 },
  { key: 'added-by', title: english('Added By'), width: 56 },
  { key: 'submitted', title: english('Submitted'), width: 62 },
  { key: 'chances', title: english('Chances'), width: 56 },
];
/** Shown in the list of leads that are not in the draw. */
const reasonColumn: LeadColumn = { key: 'reason', title: english('Not in the draw'), width: 80 };
const ANSWER_WIDTH = 160;

const KEY = 'lead-columns';

/** The choices that differ from the defaults, by the columns' keys. */
type Choices = Record<string, boolean>;

function readChoices(): Choices {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '{}');
    return typeof stored === 'object' ? { ...stored } : {};
  } catch {
    return {};
  }
}

interface ColumnOptions {
  isOneEvent: boolean;
  /** The most chances that a person can have; with one there is no column for them. */
  maxChances: number;
  /** True in the list of leads that are not in the draw. */
  notInDraw: boolean;
}

/**
 * The columns of the list, which this browser remembers. The defaults are the list's own columns; the column of the
 * event's name is hidden by default while answer columns are chosen. Cards on a phone always have the list's own.
 */
export function useLeadColumns(
  questions: readonly AdminQuestion[],
  { isOneEvent, maxChances, notInDraw }: ColumnOptions,
) {
  const phone = useMediaQuery(PHONE);
  const [choices, setChoices] = useState(readChoices);
  return useMemo(() => {
    const names = questionNames(questions);
    const own = ownColumns.filter(
      ({ key }) => (key !== 'event' || !isOneEvent) && (key !== 'chances' || maxChances > 1),
    );
    const answers = questions.map((question) => ({
      key: question.id,
      title: names.get(question.id) ?? '',
      width: ANSWER_WIDTH,
      question,
    }));
    const chosenAnswers = answers.filter(({ key }) => choices[key]);
    const atFirst = (key: string) => key !== 'event' || chosenAnswers.length === 0;
    const chosenOwn = own.filter(({ key }) => phone || (choices[key] ?? atFirst(key)));
    // Answers come first, so that they are visible.
    const columns = [...chosenAnswers, ...(notInDraw ? [reasonColumn] : []), ...chosenOwn];
    function toggle(key: string) {
      const next = { ...choices, [key]: !columns.some((column) => column.key === key) };
      setChoices(next);
      writeStored(KEY, JSON.stringify(next));
    }
    return { offered: phone ? answers : [...own, ...answers], columns, toggle };
  }, [questions, isOneEvent, maxChances, notInDraw, choices, phone]);
}

export function ColumnsMenu({ offered, columns, toggle }: ReturnType<typeof useLeadColumns>) {
  if (offered.length === 0) return null;
  return (
    <Menu
      items={offered.map((column) => ({
        key: column.key,
        label: column.question ? column.title : say(column.title),
        checked: columns.includes(column),
        onSelect: () => toggle(column.key),
      }))}
    >
      <Button icon={Columns3} size="small" variant="quiet" aria-label={say('Columns')}>
        <span className="@max-5xl:hidden">{say('Columns')}</span>
      </Button>
    </Menu>
  );
}
