import type { RosterMatch } from '@drawbridge/contract/fair-draw/check/find-entrant';
import type { DrawList } from '@drawbridge/contract/fair-draw/draws';
import { endSentence, formatCount } from '../../../lib/texts/formats.ts';
import { t } from '../../../lib/texts/texts.ts';
import { forfeitOf, hasRoster, type RosterRecord } from '../verification.ts';
import type { OwnCode } from './read-codes.ts';

/** The facts of an entry that a device has. */
type Entered = Pick<OwnCode, 'enteredAt' | 'nextNumber'>;

/**
 * True if the list of a draw was made before the entry: by record numbers if they are known, which do not depend on
 * clocks.
 */
function isBefore(record: RosterRecord, { enteredAt, nextNumber }: Entered): boolean {
  if (nextNumber !== undefined) return record.number < nextNumber;
  return Boolean(enteredAt) && Date.parse(record.sealedAt) < Date.parse(enteredAt ?? '');
}

/** The answer for one entry code. Undefined until every roster has been searched. */
export function answerSentence(
  list: DrawList,
  matches: readonly RosterMatch[] | undefined,
  entered: Entered = {},
): string | undefined {
  const lists = list.draws.filter(hasRoster);
  const isHeld = (index: number) => lists[index]?.kind === 'draw';
  const draws = lists.filter((_, index) => isHeld(index)).length;
  if (draws === 0) return t('verify.answerLater');
  if (!matches || matches.length < lists.length) return undefined;
  const win = matches.find(({ won }) => won);
  if (win) return winSentence(list, win);
  const present = matches.filter(({ lineIndex }, at) => lineIndex !== null && isHeld(at)).length;
  if (present === 0 && lists.every((record) => isBefore(record, entered))) {
    return t('verify.enteredAfter', { count: draws });
  }
  const count = draws;
  if (present === 0) {
    return draws === 2 ? t('verify.inNeither') : t('verify.inNone', { count });
  }
  if (present < draws) return t('verify.inSome', { present, count });
  return draws === 2 ? t('verify.inBoth') : t('verify.inAll', { count });
}

function winSentence(list: DrawList, win: RosterMatch): string {
  const record = list.draws.find((each) => each.number === win.number);
  const draw = record?.kind === 'draw' ? record : undefined;
  const prize = draw?.prizeName ?? null;
  const number = String(win.number);
  const won = endSentence(
    prize === null ? t('verify.wonDraw', { number }) : t('verify.wonPrize', { number, prize }),
  );
  const winnerIndex = draw?.winners.findIndex(({ index }) => index === win.lineIndex);
  const forfeit = forfeitOf(list, win.number, winnerIndex);
  return forfeit ? t('verify.wonReleased', { won, reason: endSentence(forfeit.reason) }) : won;
}

/** Describes where an entrant was in one draw. */
export function matchText(
  { number, lineIndex, entries, chances, won }: RosterMatch,
  record: RosterRecord,
  win: RosterMatch | undefined,
  entered: Entered = {},
): string {
  if (lineIndex !== null) {
    const values = { line: lineIndex + 1, lines: record.rosterSize };
    const line =
      entries === 1
        ? t(won ? 'verify.lineWon' : 'verify.line', values)
        : t(won ? 'verify.lineSharedWon' : 'verify.lineShared', { ...values, count: entries });
    if (record.maxChances === 1) return line;
    const total = formatCount(record.totalChances);
    return `${line} · ${t('verify.chancesOf', { chances: formatCount(chances), total })}`;
  }
  if (win && number > win.number) return t('verify.alreadyWon');
  return t(isBefore(record, entered) ? 'verify.beforeYou' : 'verify.notListed');
}
