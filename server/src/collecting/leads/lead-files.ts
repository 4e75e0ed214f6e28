import { type ContactField, listedFields } from '@drawbridge/contract/collecting/contact';
import { type FileLayoutName, fileLayouts } from '@drawbridge/contract/collecting/layouts';
import { detailColumns, exportColumns } from '@drawbridge/contract/collecting/lead-values';
import { writeAnswer } from '@drawbridge/contract/events/questions/answers';
import type { Answers, Question } from '@drawbridge/contract/events/questions/kinds';
import type { QuestionMeaning } from '@drawbridge/contract/events/questions/meanings';
import type { Cell } from '../../core/files/table-file.ts';
import { answerColumns } from '../../events/questions/rules.ts';

type Cells = (string | null)[];
type Questions = ReadonlyMap<string, readonly Question[]>;

/** The values of a row that are not cells of a file with details. */
interface Beside {
  eventId: string;
  answers: Answers;
  phoneKey: string | null | undefined;
}

export interface LeadFile {
  columns: readonly string[];
  more?: readonly string[];
  forProgram?: boolean;
  rowOf(cells: Cells, beside: Beside): Cell[];
}

const withDetails = [...exportColumns, ...detailColumns];
const chancesColumn = withDetails.indexOf('Chances');

/** A file with Drawbridge's own columns and one per question. Where everybody has one chance, it has no chances. */
export function fileForPeople(
  { details, chances }: { details: boolean; chances: boolean },
  questions: Questions,
): LeadFile {
  const answers = answerColumns(questions);
  const shown = (cells: readonly (string | null)[]) =>
    chances ? cells : cells.filter((_, index) => index !== chancesColumn);
  return {
    columns: details ? (shown(withDetails) as string[]) : exportColumns,
    more: answers.columns,
    rowOf: (cells, beside) => [...shown(cells), ...answers.cellsOf(beside.eventId, beside.answers)],
  };
}

/** A file with the columns that another program expects. */
export function fileForProgram(name: FileLayoutName, questions: Questions): LeadFile {
  const columns = Object.entries(fileLayouts[name].columns);
  return {
    columns: columns.map(([header]) => header),
    forProgram: true,
    rowOf(cells, { eventId, answers, phoneKey }) {
      const contact = (field: ContactField) => cells[listedFields.indexOf(field)] ?? '';
      const detail = (column: string) => cells[withDetails.indexOf(column)] ?? '';
      const marketing = { yes: true, no: false }[detail('Marketing')] ?? null;
      const lead = {
        name: contact('name').trim(),
        email: contact('email'),
        // The international number, which programs read in every country, if the number is valid.
        phone: phoneKey?.startsWith('+') ? phoneKey : contact('phone'),
        event: detail('Event'),
        marketing,
        answerTo: (meaning: QuestionMeaning) =>
          (questions.get(eventId) ?? [])
            .filter((question) => question.meaning === meaning)
            .map((question) => writeAnswer(question, answers[question.id]))
            .find(Boolean) ?? '',
      };
      return columns.map(([, write]) => write(lead));
    },
  };
}

/** Makes a row of a file from the cells of a lead. */
export function toFileRow(cells: (string | null)[], rowOf: LeadFile['rowOf']): Cell[] {
  const [eventId, answers, phoneKey] = cells.splice(-3);
  return rowOf(cells, { eventId: eventId ?? '', answers: JSON.parse(answers ?? '{}'), phoneKey });
}
