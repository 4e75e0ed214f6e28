import { formatList } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { Button } from '../../ui/button.tsx';
import { DialogBody, DialogFooter } from '../../ui/dialogs/dialog.tsx';
import { Switch } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { answerColumns, contactColumns, matchingProblem, unusedColumns } from './columns.ts';
import { AllowChances, UseAs } from './unused-columns.tsx';
import type { StepProps } from './use-import.ts';

const NONE = 'none';
const SHOWN = 3;

interface MatchColumnsProps extends StepProps {
  sheet: NonNullable<StepProps['importing']['sheet']>;
}

/** Each field with the column it comes from, and that column's contents. */
export function MatchColumns({ importing, sheet, onClose }: MatchColumnsProps) {
  const { leadsFrom, matching } = sheet;
  const header = sheet.sample[leadsFrom - 1];
  const rows = sheet.sample.slice(leadsFrom);
  const width = Math.max(...sheet.sample.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, column) => ({
    value: String(column),
    label: header?.[column]?.trim() || say('Column {column}', { column: column + 1 }),
  }));
  const count = sheet.rows - leadsFrom;
  const missing =
    count === 0 ? say('There is no row below the header.') : matchingProblem(matching);

  // An archived question is listed only if the file has its answers.
  const asked = importing.questions.filter(({ id, archived }) => !archived || id in matching);

  function choose(field: string, column: string): void {
    const { [field]: _before, ...others } = matching;
    importing.match(column === NONE ? others : { ...others, [field]: Number(column) });
  }

  const { maxChances } = importing;
  const chancesColumn = matching.chances;
  const fields = [...contactColumns, ...answerColumns(asked)].filter(
    ({ key }) => key !== 'chances' || maxChances > 1,
  );
  const [first] = fields;
  const parts = fields.filter(({ key }) => key === 'firstName' || key === 'lastName');
  const others = fields.filter((field) => field !== first && !parts.includes(field));
  const unused = unusedColumns(sheet, maxChances);
  const free = [
    ...fields,
    ...answerColumns(importing.questions.filter(({ archived }) => !archived)),
  ].filter(
    ({ key }, at, all) =>
      matching[key] === undefined && all.findIndex((other) => other.key === key) === at,
  );

  const fieldOf = ({ key, label, required }: (typeof fields)[number]) => {
    const column = matching[key];
    const samples = rows
      .flatMap((row) => (column !== undefined && row[column]?.trim()) || [])
      .slice(0, SHOWN);
    return (
      <li key={key} className="grid gap-x-5 gap-y-1.5 md:grid-cols-2 md:items-start">
        <Field label={required ? `${label} *` : label} required={required}>
          <Select
            value={column === undefined ? NONE : String(column)}
            onValueChange={(chosen) => choose(key, chosen)}
            options={[{ value: NONE, label: say('Not in the file') }, ...columns]}
          />
        </Field>
        <ul
          aria-label={say('Samples of {label}', { label: label.toLowerCase() })}
          className="min-w-0 text-ink-2 text-sm md:pt-7"
        >
          {samples.map((sample, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: samples may be equal and never move.
            <li key={index} className="truncate">
              {sample}
            </li>
          ))}
        </ul>
      </li>
    );
  };

  return (
    <>
      <DialogBody>
        <Switch
          label={
            leadsFrom > 1
              ? say('There is a header below a title')
              : say('The first row is a header')
          }
          hint={say('Turn it off if the first row is already a lead')}
          checked={leadsFrom > 0}
          onCheckedChange={importing.chooseHeader}
        />
        <p aria-live="polite" className="-mt-3 text-ink-2 text-sm">
          {leadsFrom > 0
            ? say(
                '{count} row, and the header, which is not counted',
                '{count} rows, and the header, which is not counted',
                { count },
              )
            : say('{count} row', '{count} rows', { count })}
        </p>
        <ul className="flex flex-col gap-4">
          {first && fieldOf(first)}
          <li>
            <details open={matching.firstName !== undefined || matching.lastName !== undefined}>
              <summary className="min-h-6 cursor-pointer text-ink-2 text-sm">
                {say('First and last name in two columns')}
              </summary>
              <ul className="mt-3 flex flex-col gap-4">{parts.map(fieldOf)}</ul>
            </details>
          </li>
          {others.map(fieldOf)}
        </ul>
        {chancesColumn !== undefined && maxChances === 1 && (
          <AllowChances event={importing.event} column={chancesColumn} rows={rows} />
        )}
        {unused.length > 0 && (
          <section
            aria-label={say('Not used')}
            className="flex flex-col gap-3 rounded-m bg-sunk px-4 py-3"
          >
            <p>
              {say('Not used: {unused}', {
                unused: formatList(unused.map(({ heading }) => heading)),
              })}
            </p>
            <ul className="flex flex-col gap-2">
              {unused.map(({ column, heading }) => (
                <li key={column} className="flex flex-wrap items-center justify-between gap-2">
                  <span className="min-w-0 truncate font-medium text-sm">{heading}</span>
                  <UseAs
                    importing={importing}
                    heading={heading}
                    options={free}
                    onUse={(key) => importing.match({ ...matching, [key]: column })}
                  />
                </li>
              ))}
            </ul>
          </section>
        )}
        <Problem text={importing.problem || missing} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{say('Cancel')}</Button>
        <Button onClick={() => importing.go({ step: 'file' })}>{say('Back')}</Button>
        <Button variant="primary" disabled={missing !== undefined} onClick={importing.check}>
          {say('Check rows')}
        </Button>
      </DialogFooter>
    </>
  );
}

/** The reason why the import cannot continue. */
export function Problem({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p role="alert" className="text-danger text-sm">
      {text}
    </p>
  );
}
