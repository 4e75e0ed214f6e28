import { contactValues } from '@drawbridge/contract/collecting/contact';
import type { ImportCommit } from '@drawbridge/contract/collecting/imports';
import { type ReactNode, useId, useState } from 'react';
import { leftOutText } from '../../lib/texts/figures.ts';
import { formatCount, formatList } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { translate } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { StatCard } from '../../ui/card.tsx';
import { DialogBody, DialogFooter } from '../../ui/dialogs/dialog.tsx';
import { unusedColumns } from './columns.ts';
import { Problem } from './match-columns.tsx';
import type { Preview, StepProps } from './use-import.ts';
import type { ListedRow } from './worker/import-file.ts';

type Choice = ImportCommit['duplicates'];

interface PreviewRowsProps extends StepProps {
  preview: Preview;
}

/** A preview of the import: the number of rows that are ready, the wrong rows, and the duplicates. */
export function PreviewRows({ importing, preview, onClose }: PreviewRowsProps) {
  const { ready, wrong, problems, duplicates, listed } = preview;
  const [choice, setChoice] = useState<Choice>('leave-out');
  const repeated = duplicates.event.length + duplicates.file.length;
  const { chances } = preview;
  const { sheet, maxChances } = importing;
  const unused = sheet ? unusedColumns(sheet, maxChances) : [];
  const leftOut = choice === 'import' ? 0 : repeated;
  const takes = choice === 'take-chances' && duplicates.event.length > 0;
  const rows = ready - leftOut;

  return (
    <>
      <DialogBody>
        <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
          <StatCard
            label={say('Rows')}
            value={formatCount(ready + wrong)}
            note={say('In the file')}
          />
          <StatCard
            label={say('New')}
            value={formatCount(ready - repeated)}
            note={say('Not yet in the event')}
          />
          <StatCard
            label={say('Duplicates')}
            value={formatCount(repeated)}
            note={say('Same phone or email')}
          />
          <StatCard
            label={say('With errors')}
            value={formatCount(wrong)}
            note={say('To be corrected')}
          />
        </div>
        <p role="status" className="font-semibold">
          {rows === 0
            ? say('No lead will be imported')
            : say('{count} lead will be imported', '{count} leads will be imported', {
                count: rows,
              })}
          {leftOut + wrong > 0 && `; ${leftOutText(leftOut, wrong)}`}
        </p>
        {chances && (
          <p className="-mt-2 text-ink-2 tabular-nums">
            {say('{rows}, {chances}, the most {most}', {
              rows: say('{count} row', '{count} rows', { count: ready }),
              chances: say('{count} chance', '{count} chances', { count: chances.total }),
              most: chances.most,
            })}
          </p>
        )}
        {chances && chances.above > 0 && (
          <p className="-mt-2 rounded-m bg-wait-soft px-3.5 py-2.5 text-wait">
            {say(
              '{count} row has more than {max} chances, the most in this event.',
              '{count} rows have more than {max} chances, the most in this event.',
              { count: chances.above, max: maxChances },
            )}
          </p>
        )}
        {unused.length > 0 && (
          <p className="-mt-2 text-ink-2">
            {say('Not used: {unused}', {
              unused: formatList(unused.map(({ heading }) => heading)),
            })}
          </p>
        )}
        {repeated > 0 && (
          <DuplicateChoice
            repeated={repeated}
            withChances={chances !== undefined && duplicates.event.length > 0}
            choice={choice}
            onChange={setChoice}
          />
        )}
        <RowList
          title={say('Rows with errors')}
          note={say('They are left out. The result file lists them, so that you can correct them.')}
          total={wrong}
          rows={problems}
          detail={(row) => (
            <span className="text-danger">
              {row.problems.map(({ message, values }) => translate(message, values)).join('. ')}
            </span>
          )}
        />
        <RowList
          title={say('Already in the event')}
          note={say('The event has a lead with the same phone number or email.')}
          total={duplicates.event.length}
          rows={listed.event}
        />
        <RowList
          title={say('Repeated in the file')}
          note={say('An earlier row has the same phone number or email.')}
          total={duplicates.file.length}
          rows={listed.file}
        />
        <Problem text={importing.problem} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{say('Cancel')}</Button>
        <Button pending={importing.cancelling} onClick={importing.cancel}>
          {say('Back')}
        </Button>
        <Button
          variant="primary"
          disabled={rows === 0 && !takes}
          onClick={() => importing.commit(preview, choice, rows)}
        >
          {rows > 0
            ? say('Import {count} lead', 'Import {count} leads', { count: rows })
            : takes
              ? say('Take over the chances')
              : say('Nothing to import')}
        </Button>
      </DialogFooter>
    </>
  );
}

interface DuplicateChoiceProps {
  repeated: number;
  /** True if the file has chances for leads of the event. */
  withChances: boolean;
  choice: Choice;
  onChange: (choice: Choice) => void;
}

function DuplicateChoice({ repeated, withChances, choice, onChange }: DuplicateChoiceProps) {
  const name = useId();
  const options: { value: Choice; label: string; hint: string }[] = [
    {
      value: 'leave-out',
      label: say('Leave them out'),
      hint: say('Each person is in the event once'),
    },
    {
      value: 'import',
      label: say('Import and mark them'),
      hint: say('They count as entered again. In a draw, one phone number is one person.'),
    },
    ...(withChances
      ? [
          {
            value: 'take-chances' as const,
            label: say('Take over their chances'),
            hint: say(
              'They are left out, and the leads of the event get their chances. Winners keep theirs.',
            ),
          },
        ]
      : []),
  ];

  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-semibold text-sm">
        {say('{count} duplicate: what should happen?', '{count} duplicates: what should happen?', {
          count: repeated,
        })}
      </legend>
      <div className="grid gap-2 md:grid-cols-2">
        {options.map(({ value, label, hint }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-start gap-3 rounded-m border border-line px-3.5 py-2.5 hover:bg-sunk has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name={name}
              checked={choice === value}
              onChange={() => onChange(value)}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            <span>
              <span className="block font-medium">{label}</span>
              <span className="block text-ink-2 text-sm">{hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface RowListProps<Row extends ListedRow> {
  title: string;
  note: string;
  total: number;
  rows: readonly Row[];
  detail?: (row: Row) => ReactNode;
}

function RowList<Row extends ListedRow>({ title, note, total, rows, detail }: RowListProps<Row>) {
  if (total === 0) return null;
  return (
    <section aria-label={title} className="flex flex-col gap-1.5">
      <h3 className="font-semibold">{`${title} (${formatCount(total)})`}</h3>
      <p className="text-ink-2 text-sm">{note}</p>
      <ul className="mt-1 divide-y rounded-m border">
        {rows.map((row) => (
          <li key={row.number} className="flex gap-3 px-3.5 py-2 text-sm">
            <span className="w-16 shrink-0 text-ink-2 tabular-nums">
              {say('Row {number}', { number: row.number })}
            </span>
            <span className="flex min-w-0 flex-1 flex-col break-words">
              <span>{describe(row)}</span>
              {detail?.(row)}
            </span>
          </li>
        ))}
        {total > rows.length && (
          <li className="px-3.5 py-2 text-ink-2 text-sm">
            {say('and {count} more', { count: total - rows.length })}
          </li>
        )}
      </ul>
    </section>
  );
}

function describe({ contact, answers }: ListedRow): string {
  const texts = [...contactValues(contact), ...answers];
  return texts.filter((text) => text.trim()).join(' · ') || say('No contact in this row');
}
