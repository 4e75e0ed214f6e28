import { SUSPENSE_SECONDS } from '@drawbridge/contract/events/raffle-options';
import { CLAIM_MINUTES } from '@drawbridge/contract/raffle/stage';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { apiQuery } from '../../lib/queries/query-client.ts';
import { currentLanguage, t } from '../../lib/texts/texts.ts';
import { useStage } from '../stage-context.tsx';

/** The settings of the wall: how long names roll, how long a winner may take to come, and whether phones applaud. */
export function ShowSettings({ plain = false }: { plain?: boolean }) {
  const { stage, show } = useStage();

  return (
    <section
      aria-label={t('presenter.show')}
      className={classNames('flex flex-col gap-3', !plain && 'rounded-l bg-card p-4')}
    >
      <Choice
        label={t('presenter.suspense')}
        options={SUSPENSE_SECONDS.map((value) => [value, lengthOf(value, 'second')])}
        value={stage.suspense}
        onChoose={(suspense) => show({ suspense })}
      />
      <Choice
        label={t('presenter.timeToClaim')}
        options={CLAIM_MINUTES.map((value) => [
          value,
          value === 0 ? t('presenter.off') : lengthOf(value, 'minute'),
        ])}
        value={stage.claimMinutes}
        onChoose={(claimMinutes) => show({ claimMinutes })}
      />
      <Choice
        label={t('presenter.applause')}
        options={[
          [true, t('presenter.on')],
          [false, t('presenter.off')],
        ]}
        value={stage.applause}
        onChoose={(applause) => show({ applause })}
      />
    </section>
  );
}

/** '5 sec', '2 min' */
export function lengthOf(value: number, unit: 'second' | 'minute'): string {
  return new Intl.NumberFormat(currentLanguage(), { style: 'unit', unit }).format(value);
}

interface ChoiceProps<Value> {
  label: string;
  options: readonly (readonly [Value, string])[];
  value: Value;
  onChoose: (value: Value) => void;
}

export function Choice<Value>({ label, options, value, onChoose }: ChoiceProps<Value>) {
  return (
    <fieldset className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <legend className="float-start text-ink-2">{label}</legend>
      <div className="flex min-w-0 flex-wrap rounded-m bg-sunk p-1">
        {options.map(([option, name]) => (
          <button
            key={name}
            type="button"
            aria-pressed={option === value}
            onClick={() => onChoose(option)}
            className={classNames(
              'min-h-11 rounded-s px-2.5 text-sm tabular-nums',
              option === value ? 'bg-card font-semibold' : 'text-ink-2',
            )}
          >
            {name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** The presenter's note on this prize, which nobody else sees. */
export function PresenterNote({ prizeId }: { prizeId: string | null | undefined | false }) {
  const { eventId } = useStage();
  const { data } = useQuery(apiQuery('/api/prizes/notes', { query: { eventId } }));
  const note = data?.find((each) => each.prizeId === prizeId)?.note;
  if (!note) return null;
  return (
    <p className="mt-3 whitespace-pre-line break-words border-accent border-s-4 ps-3">
      <span className="sr-only">{t('presenter.presenterNote')} </span>
      {note}
    </p>
  );
}

const MINUTE_MS = 60_000;

/** 'Last draw 4 min ago' */
export function LastDraw() {
  const { results, now } = useStage();
  const [, setTicks] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTicks((before) => before + 1), MINUTE_MS / 4);
    return () => clearInterval(timer);
  }, []);
  const last = results.at(-1);
  if (!last) return null;
  const minutes = Math.max(0, Math.floor((now() - Date.parse(last.conductedAt)) / MINUTE_MS));
  const style = { style: 'short', numeric: 'auto' } as const;
  const time = new Intl.RelativeTimeFormat(currentLanguage(), style).format(-minutes, 'minute');
  return <p className="text-ink-2 text-sm tabular-nums">{t('presenter.lastDraw', { time })}</p>;
}
